import type { Exchange } from '../../core/exchange.ts'
import { isSuccess } from '../../core/exchange.ts'
import { CONDITIONS } from '../../core/needs.ts'
import type { Probe } from '../../core/probe.ts'
import type { Key, Target } from '../../core/target.ts'
import { inShort } from '../../judge/answer.ts'
import type { Finding } from './finding.ts'
import type { Visit } from './visit.ts'

/** What each supplied key turned out to be. Form is a matter of the settings, which were read before. */
export function keyFindings(seen: Visit): Finding[] {
  const { target, probed, stop } = seen
  if (stop) return [...unasked(target), ...prefixes(target)]
  const conditions = Object.entries(target.keys).filter(([condition]) => condition !== 'active')
  const found = conditions.map(([condition, key]) =>
    conditionFinding(
      key,
      probed.filter(([probe]) => probe.condition === condition),
    ),
  )
  return [good(target.keys.active, 'accepted'), ...found, ...prefixes(target)]
}

function unasked({ keys }: Target): Finding[] {
  const names = Object.values(keys).map(({ env }) => env)
  return [{ mark: 'good', about: 'keys', text: `of the right form, and no more is known of them: ${names.join(', ')}` }]
}

const shown = ({ prefix, keyId }: Key): string => `${prefix}_${keyId}_****`
const good = (key: Key, text: string): Finding => ({ mark: 'good', about: key.env, text: `${shown(key)} ${text}` })

function conditionFinding(key: Key, probed: Visit['probed']): Finding {
  const [probe] = probed[0] ?? []
  if (!probe) return { ...good(key, 'has the right form'), mark: 'doubtful', ...UNSEEN }
  const wrong = probed.find(([{ due }, x]) => !isDue(due, x))
  if (!wrong) return good(key, goodAs(probe, probed))
  const [{ req, condition }, x] = wrong
  return {
    mark: 'doubtful',
    about: key.env,
    text: `${shown(key)} is to be ${CONDITIONS[condition]}, but GET ${req.path} was answered ${inShort(x)}`,
    todo: todoOf(wrong),
  }
}

const isDue = (due: Probe['due'], x: Exchange): boolean =>
  due === 'accepted' ? isSuccess(x) : x.response?.status === due

function goodAs({ due }: Probe, probed: Visit['probed']): string {
  if (due === 'accepted') return 'accepted'
  // No more can be seen: the answer never tells which failure it was.
  if (due === 401) return 'refused with 401, as a key that never existed would be'
  return probed.length === 1
    ? 'refused with 403'
    : `refused with 403 at ${probed.map(([{ req }]) => req.path).join(', ')}`
}

function todoOf([{ due, condition, req }, x]: Visit['probed'][number]): string {
  const status = x.response?.status
  if (status === undefined) return 'try again; if it stays so, see whether something between cuts this request'
  if (due === 401)
    return `look in the admin UI whether this key is ${condition}; if it is, that is the deployment's fault, which \`run\` will judge`
  if (status === 401) return 'it is not accepted at all: give a key that is active otherwise'
  if (due === 'accepted') return 'give an active key with every scope'
  if (condition === 'no-module') return 'give a key of a company that has not activated the module'
  const endpoint = 'TENANT_B_NO_SCOPE_ENDPOINTS'
  return req.path === '/users'
    ? 'give a key without the scope that this endpoint needs'
    : `give a key without that scope, or leave this endpoint out of ${endpoint}`
}

const UNSEEN = {
  todo: 'no project was found to ask with it: name TENANT_B_PROJECT_ID and TENANT_B_DATASET_ID',
} as const

/** The references: the prefix is identical on every key. */
function prefixes({ keys }: Target): Finding[] {
  const { active, ...others } = keys
  return Object.values(others)
    .filter(({ prefix }) => prefix !== active.prefix)
    .map((key) => ({
      mark: 'doubtful',
      about: key.env,
      text: `begins with ${key.prefix}_, and ${active.env} with ${active.prefix}_; the prefix is identical on every key`,
      todo: 'see whether both are keys of this deployment',
    }))
}
