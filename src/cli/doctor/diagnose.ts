import { type Exchange, headerValues } from '../../core/exchange.ts'
import { median } from '../../core/median.ts'
import { defaultRate } from '../../core/network-options.ts'
import type { Probes } from '../../core/probe.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { gatewayEvidence } from '../../judge/gateway-evidence.ts'
import { responseSummary } from '../../judge/response-summary.ts'
import { type Evidence, MOST_REQUESTS } from './collect-evidence.ts'
import { clockFinding, connectionFinding, latenciesOf, tlsFinding } from './connection.ts'
import { type Estimate, estimates } from './estimate.ts'
import type { Finding } from './finding.ts'
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
  readonly now: number
}

export function diagnose(evidence: Evidence, { rules, settings, shape, now }: Context): Diagnosis {
  const { target, stop, requests, exchanges, connection } = evidence
  const { variant, baseUrl } = target
  const latencies = latenciesOf(exchanges)
  const responses = exchanges.filter(({ response }) => response).length
  const network = () => [
    connectionFinding(connection, median(latencies), responses),
    ...tlsFinding(connection.tls, now),
    clockFinding(exchanges),
  ]
  const findings = [
    addressFinding(evidence, shape),
    ...(latencies.length > 0 ? network() : []),
    ...keyFindings(evidence),
    ...dataFinding(evidence),
  ]
  const diagnosis = { variant, baseUrl, usable: !stop, requests, findings }
  if (stop) return diagnosis
  const situation = { target, timing: settings.timing }
  const tried = rules.filter((rule) => lacks(rule, situation).length === 0)
  const rate = settings.rate ?? defaultRate(baseUrl)
  const pace = { rate, concurrency: settings.concurrency, latencyMs: latencies[0] ?? 0, users: target.sizes['/users'] }
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

/** By error codes of Node.js, OpenSSL and undici. */
const HINTS: readonly (readonly [codes: RegExp, hint: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there: is it started, and are host and port right?'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host name is unknown here: check its spelling, then VPN and DNS'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'this host is unreachable from here: check network and VPN'],
  [/^ETIMEDOUT$/, 'check for a firewall or VPN in between; --timeout MS sets a longer limit'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate is for another host: use the host name in the certificate'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'renew the certificate of the deployment, or set the clock of this machine'],
  [
    /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$)/,
    'trust its authority: --ca authority.pem, or TENANT_CA=authority.pem in the settings',
  ],
  [
    /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    'it does not speak TLS there: use http:// instead of https://',
  ],
  [
    /^(HPE_|UND_ERR_SOCKET$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/,
    'it does not speak HTTP/1.1 there: check the port; for a TLS port use https://',
  ],
]

/** A success that begins as JSON and is none. */
const isJsonCutOff = ({ status, text = '', fault }: NonNullable<Exchange['response']>): boolean =>
  status < 300 && fault?.startsWith('not JSON') === true && /^\s*\{\s*"/.test(text)

/** What to do about a first request that failed. */
export function hintOf(x: Exchange, variant: Variant): string {
  const { response, problem } = x
  if (gatewayEvidence(x) !== undefined) return '`help gateways` says how to pass what it requires'
  if (problem) {
    const code = problem.kind === 'timeout' ? 'ETIMEDOUT' : (problem.code ?? '')
    return HINTS.find(([codes]) => codes.test(code))?.[1] ?? 'check host, port and network, then try again'
  }
  const { status } = response!
  const [location] = headerValues(response!, 'location')
  if (status >= 300 && status < 400)
    return `redirects are not followed with a key: use the base URL it redirects to${location ? ` (${location})` : ''}`
  if (status === 401 || status === 403) {
    const other = variant === 'a' ? 'B' : 'A'
    return `supply an active key of this deployment with every scope; or is this the base URL of variant ${other}?`
  }
  if (status === 429) return 'it is busy with other clients: try again later, or with a lower --rate'
  if (status >= 500) return 'the deployment itself fails: check its log, then try again'
  if (isJsonCutOff(response!)) return 'it begins as JSON, so the deployment is at fault, which `run` judges'
  return 'compare the base URL with one that a browser or curl can reach: everything before /api/public/v1'
}
