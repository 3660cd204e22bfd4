import { loadCatalog } from '../core/catalog.ts'
import { type Explanation, explanationOf } from '../core/explanation.ts'
import type { Failure, Measurement, Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from './sample-report.ts'

/** The explanation of each rule of a variant. */
export async function explanationsOf(variant: Variant): Promise<Explanation[]> {
  const catalog = await loadCatalog(variant)
  return catalog.rules.map((rule) => explanationOf(rule, catalog))
}

const MEASUREMENT: Measurement = {
  summary: 'The revoked key takes 619 µs (570 to 675) longer than an unknown key_id.',
  blocks: 48,
  detectable: 120,
  threshold: 4.8,
  quantiles: [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1],
  classes: [
    { label: 'unknown', answers: 48, times: [100, 101, 110, 120, 130, 150, 300, 900, 900] },
    { label: 'revoked', answers: 48, times: [700, 701, 710, 720, 750, 760, 800, 1900, 1900] },
    { label: 'disabled', answers: 0, times: [] },
  ],
  pairs: [
    {
      ...{ slower: 'revoked', faster: 'unknown', part: '', role: 'compared', blocks: 48 },
      ...{ shift: 619, lower: 570, upper: 675, evidence: 6, rejected: true },
    },
    {
      ...{ slower: 'unknown', faster: 'unknown placebo', part: 'by Bearer', role: 'placebo', blocks: 4 },
      ...{ shift: -3, lower: null, upper: null, evidence: 0.1, rejected: false },
    },
  ],
}

/** A failure with everything that a failure can have. */
export const FULL_FAILURE: Failure = {
  ...FAILURE,
  flaky: '1 of 2',
  case: 'page=2, per_page=51',
  difference: {
    at: 'body, byte 17',
    one: { label: 'by X-Api-Key', text: '{"data":[],"page":1}' },
    other: { label: 'by Bearer', text: '{"data":[],"page":2}' },
  },
  sequence: ['+0 ms  control.createKey({}) → done, after 3 ms', '+4 ms  GET /users with no key → 200'],
}

/** A target with every rule of its variant, some of them broken. */
export async function fullTarget(variant: Variant, broken: number, failure = FULL_FAILURE): Promise<TargetResult> {
  const rules = (await explanationsOf(variant)).map(({ id, level, section, title, kind }, i): RuleResult => {
    const status = statusAt(i, kind === 'observation', broken)
    const measured = id.endsWith('timing') ? { measurement: MEASUREMENT } : { latency: { p50: 1.5 + i, p99: 20 + i } }
    const found = status === 'failed' || status === 'warned' ? { failure } : {}
    return { ...sampleRule(id, status, { level, section, title, requests: 3 * i, ...measured }), ...found }
  })
  const cut = { by: 'deadline', reason: 'the deadline of 5m was over' } as const
  return {
    ...sampleTarget(variant, rules),
    cut,
    proxy: 'http://proxy.example:3128',
    leftovers: ['tk_0123456789abcdef: the console returned 500'],
  }
}

function statusAt(i: number, isObserved: boolean, broken: number): Status {
  if (isObserved) return 'observed'
  if (i < broken) return i % 4 === 3 ? 'warned' : 'failed'
  return (['skipped', 'inconclusive', 'blocked', 'expected'] as const)[i - broken] ?? 'passed'
}

/** A report with every field that a report can have. */
export async function fullReport(broken: number, failure?: Failure): Promise<Report> {
  const targets = await Promise.all((['a', 'b'] as const).map((variant) => fullTarget(variant, broken, failure)))
  const stale = [{ at: 'expect.yaml:3', rule: 'a.users.total', why: 'it passes' }]
  const report = sampleReport(targets, {
    crash: 'out of memory',
    interrupted: true,
    insecure: true,
    expect: { entries: 2, stale },
  })
  const counted = { faults: { caught: 812, of: 812 }, freedoms: { green: 301, of: 301, seeds: 3 } }
  return { ...report, suite: { ...report.suite, proof: { ...counted, digest: 'ab'.repeat(32) } } }
}
