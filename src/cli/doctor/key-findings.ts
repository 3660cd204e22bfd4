import { ENDPOINTS } from '../../config/setting-variables.ts'
import { isSuccess } from '../../core/exchange.ts'
import { CONDITIONS } from '../../core/needs.ts'
import { requestLine } from '../../core/request-text.ts'
import type { Key, Target } from '../../core/target.ts'
import { hidesError } from '../../judge/hidden-error.ts'
import { responseSummary } from '../../judge/response-summary.ts'
import { type Evidence, MOST_REQUESTS } from './collect-evidence.ts'
import type { Finding } from './finding.ts'

type Probed = Evidence['probed'][number]

/** Whether each supplied key behaves as its setting says. The format was checked when the settings were read. */
export function keyFindings({ target, probed, stop }: Evidence): Finding[] {
  const { active, ...others } = target.keys
  if (stop) {
    const names = Object.values(target.keys).map(({ env }) => env)
    const text = `well-formed, but could not be tested: ${names.join(', ')}`
    return [{ mark: 'good', about: 'keys', text }, ...prefixFindings(target)]
  }
  const of = (condition: string) => probed.filter(([probe]) => probe.condition === condition)
  const byBearer = of('active')
  const accepted =
    byBearer.length > 0 ? conditionFinding(target, active, byBearer) : good(active, `accepted${via(target, [])}`)
  const findings = Object.entries(others).map(([condition, key]) => conditionFinding(target, key, of(condition)))
  return [accepted, ...findings, ...prefixFindings(target)]
}

const masked = ({ prefix, keyId }: Key): string => `${prefix}_${keyId}_****`
const good = (key: Key, text: string): Finding => ({ mark: 'good', about: key.env, text: `${masked(key)} ${text}` })

/** ` via X-Api-Key and Bearer`. Variant B knows only one header. */
function via({ variant }: Target, probed: readonly Probed[]): string {
  if (variant === 'b') return ''
  const forms = new Set(probed.map(([{ req }]) => req.credential.form))
  if (!forms.has('bearer'))
    return ` via X-Api-Key (not sent as Bearer, to stay within ${MOST_REQUESTS} requests: \`run\` tests both)`
  return ' via X-Api-Key and Bearer'
}

function conditionFinding(target: Target, key: Key, probed: readonly Probed[]): Finding {
  if (probed.length === 0) {
    const todo = 'no project was found to test it with: name TENANT_B_PROJECT_ID and TENANT_B_DATASET_ID'
    return { mark: 'doubtful', about: key.env, text: `${masked(key)} is well-formed`, todo }
  }
  const wrong = probed.find((one) => !isAsExpected(one))
  if (!wrong) return good(key, resultOf(probed, via(target, probed)))
  const [{ req, condition }, x] = wrong
  const form = req.credential.form === 'bearer' ? ' via Bearer' : ''
  const text = `${masked(key)} should be ${CONDITIONS[condition]}, but ${requestLine(req)}${form} returned ${responseSummary(x)}`
  return { mark: 'doubtful', about: key.env, text, todo: todoFor(wrong, target) }
}

const isAsExpected = ([{ due }, x]: Probed): boolean => (due === 'accepted' ? isSuccess(x) : x.response?.status === due)

function resultOf(probed: readonly Probed[], ways: string): string {
  const [{ due }] = probed[0]!
  if (due === 'accepted') return `accepted${ways}`
  // The response never says why a key was refused.
  if (due === 401) return `refused with 401${ways}`
  const paths = probed.map(([{ req }]) => requestLine(req).replace('GET ', '')).join(', ')
  return `refused with 403${ways}${probed.length > 1 ? ` at ${paths}` : ''}`
}

const AT_FAULT = 'the deployment is at fault, which `run` judges'

function todoFor([{ due, condition, req }, x]: Probed, target: Target): string {
  if (!x.response) return 'try again; if this persists, check whether something in between blocks the request'
  if (condition === 'active')
    return `via X-Api-Key it is accepted: check whether a proxy drops the Authorization header; if not, ${AT_FAULT}`
  if (due === 401) return `check in the admin UI whether this key is ${condition}; if so, ${AT_FAULT}`
  if (x.response.status === 401)
    return `supply a valid key: this one is refused like an unknown key; if the console says that it is valid, ${AT_FAULT}`
  if (hidesError(x)) return 'none for you: the key is refused with the status of a success, which `run` judges'
  if (condition === 'other-company') return 'supply an active key of a second company'
  if (condition === 'other-tenant') return 'supply an active key of a second company, with the scope and the module'
  const isModule = condition === 'no-module'
  const key = isModule ? 'supply a key of a company without the module' : keyWithoutScope(req.path, target)
  if (isSuccess(x))
    return `${key}; or the server does not check ${isModule ? 'modules' : 'scopes'}, or keeps what another key got: \`run\` judges that`
  return `check in the admin UI that ${isModule ? 'its company is without the module' : 'it lacks the scope'} and that it is active; if so, ${AT_FAULT}`
}

function keyWithoutScope(path: string, { noScopeEndpoints }: Target): string {
  // By default the setting names all endpoints.
  return path === '/users' || noScopeEndpoints.length === ENDPOINTS.length
    ? 'supply a key without the scope that this endpoint needs'
    : 'supply a key without that scope, or remove this endpoint from TENANT_B_NO_SCOPE_ENDPOINTS'
}

/** The prefix is identical on every key of a deployment. */
function prefixFindings({ keys: { active, ...others } }: Target): Finding[] {
  const different = Object.values(others).filter(({ prefix }) => prefix !== active.prefix)
  return different.map(({ env, prefix }) => ({
    ...{ mark: 'doubtful', about: env },
    text: `starts with ${prefix}_, but ${active.env} with ${active.prefix}_; the prefix is identical on every key`,
    todo: 'check that both keys belong to this deployment',
  }))
}
