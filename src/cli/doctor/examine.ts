import { defaultRate } from '../../core/default-rate.ts'
import type { Probes } from '../../core/probe.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { inShort } from '../../judge/answer.ts'
import { clockOf } from './clock.ts'
import { type Estimate, estimates } from './estimate.ts'
import type { Finding } from './finding.ts'
import { hintOf } from './hint.ts'
import { keyFindings } from './keys.ts'
import { type Lack, lacks, leftOut } from './left-out.ts'
import { clockFinding, connectionFinding, fastestOf, latencyOf, tlsFinding } from './surroundings.ts'
import { MOST_REQUESTS, type Visit } from './visit.ts'

/** What `doctor` found of one variant, as data. No secret stands in it. */
export interface Examined {
  readonly variant: Variant
  readonly baseUrl: string
  /** Whether a run can begin. */
  readonly usable: boolean
  readonly requests: number
  readonly findings: readonly Finding[]
  /** Where it is usable: */
  readonly rules?: { readonly total: number; readonly tried: number; readonly missing: readonly Lack[] }
  readonly rate?: number | 'unlimited'
  readonly estimates?: readonly Estimate[]
}

export interface Question {
  readonly seen: Visit
  /** Those that a run would choose. */
  readonly rules: readonly Rule[]
  readonly settings: Settings
  readonly shape: Probes['shape']
  readonly command: string
  readonly now: number
}

export function examine({ seen, rules, settings, shape, command, now }: Question): Examined {
  const { target, stop, requests } = seen
  const { variant, baseUrl } = target
  const latencyMs = latencyOf(seen)
  const about = { variant, baseUrl, usable: !stop, requests }
  const findings = [
    ...reached(seen, shape),
    ...(latencyMs === undefined ? [] : around(seen, latencyMs, now)),
    ...keyFindings(seen),
    ...unsettled(seen),
  ]
  if (stop) return { ...about, findings }
  const situation = { target, timing: settings.timing, command }
  const tried = rules.filter((rule) => lacks(rule, situation).length === 0)
  const rate = settings.rate ?? defaultRate(baseUrl)
  const pace = { rate, concurrency: settings.concurrency, latencyMs: fastestOf(seen) }
  return {
    ...about,
    findings,
    rules: { total: rules.length, tried: tried.length, missing: leftOut(rules, situation) },
    rate: rate ?? 'unlimited',
    estimates: estimates(tried, pace),
  }
}

function around({ connection, exchanges }: Visit, latencyMs: number, now: number): Finding[] {
  const answered = exchanges.filter(({ response }) => response).length
  return [
    connectionFinding(connection, latencyMs, answered),
    ...tlsFinding(connection.tls, now),
    clockFinding(clockOf(exchanges)),
  ]
}

function reached({ target, stop, exchanges }: Visit, shape: Probes['shape']): Finding[] {
  const [first] = exchanges
  const variant = `variant ${target.variant.toUpperCase()}`
  if (stop?.instead) {
    const setting = `TENANT_${stop.instead.toUpperCase()}_BASE_URL`
    const todo = `name it as ${setting}, with keys of that deployment`
    return [{ mark: 'stop', about: 'address', text: stop.stop, todo, paste: [`export ${setting}=${target.baseUrl}`] }]
  }
  if (stop)
    return [{ mark: 'stop', about: 'address', text: stop.stop, ...(first && { todo: hintOf(first, target.variant) }) }]
  if (!first || shape.fits(first)) return [{ mark: 'good', about: 'address', text: `answers as ${variant}` }]
  const text = `answers the active key with ${inShort(first)}, not with ${shape.words}`
  return [{ mark: 'doubtful', about: 'address', text, todo: hintOf(first, target.variant) }]
}

function unsettled({ target, unsettled }: Visit): Finding[] {
  if (!unsettled) return []
  const text = `no project with datasets, nodes and rows was found within ${MOST_REQUESTS} requests; a run looks further`
  const todo = 'name them, and rules that need them can be told from here'
  const paste = ['PROJECT_ID', 'DATASET_ID'].map((name) => `export TENANT_${target.variant.toUpperCase()}_${name}=...`)
  return [{ mark: 'doubtful', about: 'data', text, todo, paste }]
}
