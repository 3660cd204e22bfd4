import type { Credential, Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import type { BlockMaker } from '../../../src/judge/uniformity/send-blocks.ts'
import { asClient, clientProfiles } from '../../shared/client-profiles.ts'
import { hexFrom } from '../../shared/credentials/hex.ts'
import { madeUpKeys, malformedAt, refusalBlock } from '../../shared/refusal-blocks.ts'
import { call, ENDPOINTS, type EndpointName, reachable, surface } from '../api.ts'
import { askBy } from './judge-issued-key.ts'
import { unknownLike } from './unknown-id.ts'

interface Place {
  readonly endpoint: EndpointName
  /** Which of the ids in the path does not exist. */
  readonly unknown?: 'project' | 'dataset'
}

/** Few, so that each comes often enough: a leak may exist at one endpoint only. */
const PLACES: readonly Place[] = [
  { endpoint: 'projects' },
  { endpoint: 'rows' },
  { endpoint: 'datasets' },
  { endpoint: 'company' },
  { endpoint: 'nodes' },
]

/** Two of them in each round. */
const WITH_UNKNOWN_ID: readonly Place[] = [
  { endpoint: 'datasets', unknown: 'project' },
  { endpoint: 'nodes', unknown: 'project' },
  { endpoint: 'rows', unknown: 'dataset' },
  { endpoint: 'rows', unknown: 'project' },
]

function placeOf(i: number, target: Target): Place {
  const [known, unknown] = [PLACES, WITH_UNKNOWN_ID].map((all) =>
    all.filter(({ endpoint }) => reachable(target).includes(endpoint)),
  ) as [Place[], Place[]]
  const inRound = Math.min(2, unknown.length)
  const round = known.length + inRound
  const at = i % round
  return known[at] ?? unknown[(Math.floor(i / round) * inRound + at - known.length) % unknown.length]!
}

/** What every second block has besides, against the rotation of URLs and clients: a session of the product, a page. */
const besides = (i: number, session: string, endpoint: EndpointName) => {
  if (i % 2 === 0) return { headers: [], query: {}, strata: [] }
  const paged = i % 4 === 3 && endpoint !== 'company'
  return {
    headers: [['Cookie', `session=${session}; remember_token=${session}`]] as const,
    query: paged ? { page: 1, size: 1 } : {},
    strata: ['with a Cookie'],
  }
}

/** Keys that were revoked and expired a moment ago: a server may treat them in a different way than those that lapsed long ago. */
async function lapsedLately(tools: Tools): Promise<Pick<Target['keys'], 'revoked' | 'expired'> | undefined> {
  const { control, depth } = tools
  if (depth === 'quick' || control.byHand || !control.has('createKey')) return undefined
  if (!control.has('revokeKey') || !control.has('expireKey')) return undefined
  const { b } = control
  const made = await Promise.all([orRefused(b.createKey()), orRefused(b.createKey())])
  const [revoked, expired] = made.flatMap((one) => ('refused' in one ? [] : [one.key]))
  if (!revoked || !expired) return undefined
  await Promise.all([orRefused(b.revokeKey(revoked)), orRefused(b.expireKey(expired))])
  const note = 'a key that lapsed a moment ago'
  const asked = await Promise.all([
    askBy(tools, revoked, { as: 'revoked', note }),
    askBy(tools, expired, { as: 'expired', note }),
  ])
  return asked.every(({ response }) => response?.status === 401) ? { revoked, expired } : undefined
}

/**
 * Blocks of one request per failure class, all to one URL and by one client. URLs, clients and kinds of malformed keys rotate.
 * Revoked and expired keys have a made-up secret where the id does not exist: so each label comes as often as the others to each
 * URL.
 */
export async function uniformBlocks(tools: Tools): Promise<BlockMaker> {
  const { target } = tools
  const made = madeUpKeys(tools.random)
  const clients = await clientProfiles(tools, surface)
  const malformed = malformedAt(tools.random)
  const session = hexFrom(tools.random, 32)
  const lately = await lapsedLately(tools)
  return (i, stage) => {
    const { endpoint, unknown } = placeOf(i, target)
    const client = clients[i % clients.length]!
    const { headers, query, strata } = besides(i, session, endpoint)
    const ids = unknown && { [unknown]: unknownLike(target[unknown]!) }
    const isLate = lately !== undefined && i % 4 > 1
    const request = (credential: Credential): Req => ({
      ...asClient(
        call(target, endpoint, query, { project: target.project, dataset: target.dataset, ...ids, credential }),
        { ...client, headers: [...client.headers, ...headers] },
      ),
      open: unknown !== undefined,
    })
    const requests = refusalBlock({
      target: isLate ? { ...target, keys: { ...target.keys, ...lately } } : target,
      made,
      request,
      malformed: malformed(i),
      placebo: stage === 'confirm',
      secrets: unknown ? 'made-up' : 'own',
    })
    const where = [`on ${ENDPOINTS[endpoint]}`, ...(unknown ? ['with an id that does not exist'] : [])]
    const when = lately ? [isLate ? 'with keys that lapsed in this run' : 'with keys that lapsed long ago'] : []
    return {
      place: where.join(' '),
      strata: [...where, ...strata, ...when, ...(client.stratum ? [client.stratum] : [])],
      lacks: client.lacks,
      requests,
    }
  }
}
