import type { Failure, Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { ruleCoverage, scopeOf } from '../core/rule-coverage.ts'
import { countsOf, isComplete, verdictOf } from '../engine/verdict.ts'

export const FAILURE: Failure = {
  summary: 'expected 401; got 200',
  clause: '§7 (7.401): a key that is not valid is refused with 401',
  expected: '401',
  actual: '200, with the first page of users',
  meaning: 'A holder of a revoked key can still read.',
  causes: ['the state of the key is not looked at', 'a cache responds'],
  counterexample: { page: 2, big: 12345678901234567890n },
  seed: 42,
  path: '3',
  curl: `curl -sS -i -g -H "X-Api-Key: $TENANT_A_KEY_REVOKED" 'http://127.0.0.1:4010/api/public/v1/users?page=2'`,
  again: 'npm run conformance -- run --out x/again --rule a.x --seed 42',
  exchanges: [
    {
      request: {
        method: 'GET',
        url: 'http://127.0.0.1:4010/api/public/v1/users?page=2',
        headers: [['X-Api-Key', 'tk_0123456789abcdef_****']],
        credential: 'revoked via x-api-key',
        curl: 'curl',
      },
      response: {
        status: 200,
        reason: 'OK',
        headers: [['Content-Type', 'application/json']],
        body: '{}',
        bodyBytes: 2,
      },
      sentAt: '2026-01-02T03:04:05.678Z',
      ms: 1.5,
    },
  ],
}

/** A rule that ended so, with all that belongs to the status. */
export function sampleRule(id: string, status: Status, more: Partial<RuleResult> = {}): RuleResult {
  return {
    id,
    level: status === 'observed' ? 'observed' : status === 'warned' ? 'implied' : 'stated',
    ...(status !== 'observed' && { severity: status === 'warned' ? 'warning' : 'error' }),
    section: '7',
    title: `what ${id} holds`,
    status,
    cases: 3,
    requests: 2,
    durationMs: 12,
    ...(['skipped', 'blocked', 'inconclusive', 'expected'].includes(status) && { reason: `why it is ${status}` }),
    ...(status === 'observed' && { observation: { limit: 12345678901234567890n } }),
    ...(['failed', 'warned'].includes(status) && { failure: FAILURE }),
    ...more,
  }
}

export function sampleTarget(variant: Variant, rules: readonly RuleResult[], stopped?: string): TargetResult {
  const counts = countsOf(rules)
  return {
    variant,
    baseUrl: 'http://127.0.0.1:4010',
    verdict: verdictOf({ rules, stopped }, { interrupted: false, crashed: false }),
    scope: scopeOf(rules),
    coverage: ruleCoverage(rules),
    ...(stopped !== undefined && { stopped }),
    requests: 812,
    retries: 1,
    serverErrors: 0,
    counts,
    clauses: {
      total: 83,
      tried: 61,
      tested: 41,
      observed: 20,
      attested: [],
      untested: Array.from({ length: 21 }, (_, i) => `2.${i}`),
      untestable: [{ id: '1.1', text: 'keys are made in the admin UI', why: 'no HTTP' }],
    },
    rules,
  }
}

export function sampleReport(targets: readonly TargetResult[], run: Partial<Report['run']> = {}): Report {
  return {
    schemaVersion: 1,
    suite: { name: 'tenant-api-conformance', version: '0.1.0' },
    run: {
      startedAt: '2026-01-02T03:04:05.000Z',
      durationMs: 1900,
      seed: 42,
      depth: 'standard',
      strict: false,
      complete: isComplete(targets),
      interrupted: false,
      ...run,
    },
    targets,
  }
}

/** A target with a rule of every status. */
export const everyStatus = (variant: Variant): TargetResult =>
  sampleTarget(
    variant,
    (['passed', 'failed', 'warned', 'skipped', 'inconclusive', 'blocked', 'observed', 'expected'] as const).map(
      (status) => sampleRule(`${variant}.sample.${status}`, status),
    ),
  )
