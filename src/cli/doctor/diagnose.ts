import { defaultRate } from '../../core/default-rate.ts'
import { median } from '../../core/median.ts'
import type { Probes } from '../../core/probe.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { responseSummary } from '../../judge/response-summary.ts'
import { clockFinding, clockOf } from './clock.ts'
import { type Evidence, MOST_REQUESTS } from './collect-evidence.ts'
import { connectionFinding, latenciesOf, tlsFinding } from './connection.ts'
import { type Estimate, estimates } from './estimate.ts'
import type { Finding } from './finding.ts'
import { hintOf } from './hint.ts'
import { keyFindings } from './key-findings.ts'
import { lacks, type MissingSetting, missingSettings } from './missing-settings.ts'

/** What `doctor` reports for one variant, without secrets. `--json` prints it. */
export interface Diagnosis {
  readonly variant: Variant
  readonly baseUrl: string
  /** Whether a run can start. If so, the fields after `findings` are set. */
  readonly usable: boolean
  readonly requests: number
  readonly findings: readonly Finding[]
  readonly rules?: { readonly total: number; readonly tried: number; readonly missing: readonly MissingSetting[] }
  readonly rate?: number | 'unlimited'
  readonly estimates?: readonly Estimate[]
}

interface Context {
  /** Rules that a run would select. */
  readonly rules: readonly Rule[]
  readonly settings: Settings
  readonly shape: Probes['shape']
  readonly command: string
  readonly now: number
}

export function diagnose(evidence: Evidence, { rules, settings, shape, command, now }: Context): Diagnosis {
  const { target, stop, requests, exchanges, connection } = evidence
  const { variant, baseUrl } = target
  const latencies = latenciesOf(exchanges)
  const responses = exchanges.filter(({ response }) => response).length
  const network = () => [
    connectionFinding(connection, median(latencies), responses),
    ...tlsFinding(connection.tls, now),
    clockFinding(clockOf(exchanges)),
  ]
  const findings = [
    addressFinding(evidence, shape),
    ...(latencies.length > 0 ? network() : []),
    ...keyFindings(evidence),
    ...dataFinding(evidence),
  ]
  const diagnosis = { variant, baseUrl, usable: !stop, requests, findings }
  if (stop) return diagnosis
  const situation = { target, timing: settings.timing, command }
  const tried = rules.filter((rule) => lacks(rule, situation).length === 0)
  const rate = settings.rate ?? defaultRate(baseUrl)
  const pace = { rate, concurrency: settings.concurrency, latencyMs: latencies[0] ?? 0 }
  return {
    ...diagnosis,
    rules: { total: rules.length, tried: tried.length, missing: missingSettings(rules, situation) },
    rate: rate ?? 'unlimited',
    estimates: estimates(tried, pace),
  }
}

function addressFinding({ target, stop, exchanges: [first] }: Evidence, shape: Probes['shape']): Finding {
  const about = 'address'
  if (stop?.instead) {
    const setting = `TENANT_${stop.instead.toUpperCase()}_BASE_URL`
    const todo = `set ${setting} to it instead, with keys of that deployment`
    return { mark: 'stop', about, text: stop.stop, todo, paste: [`export ${setting}=${target.baseUrl}`] }
  }
  if (stop) return { mark: 'stop', about, text: stop.stop, ...(first && { todo: hintOf(first, target.variant) }) }
  if (!first || shape.fits(first))
    return { mark: 'good', about, text: `responds as variant ${target.variant.toUpperCase()}` }
  const text = `the active key gets ${responseSummary(first)}, not ${shape.words}`
  return { mark: 'doubtful', about, text, todo: hintOf(first, target.variant) }
}

function dataFinding({ target, incomplete }: Evidence): Finding[] {
  if (!incomplete) return []
  const text = `no project with datasets, nodes and rows was found within ${MOST_REQUESTS} requests; a run searches further`
  const todo = 'name them, so that doctor can say which rules will be tested'
  const paste = ['PROJECT_ID', 'DATASET_ID'].map((name) => `export TENANT_${target.variant.toUpperCase()}_${name}=...`)
  return [{ mark: 'doubtful', about: 'data', text, todo, paste }]
}
