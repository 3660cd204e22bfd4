import type { Credential, Req } from '../../../src/core/exchange.ts'
import { inApiKey, KEY_ID_LENGTH, noCredential, SECRET_LENGTH } from '../../../src/core/key-format.ts'
import type { Target } from '../../../src/core/target.ts'
import { type LabelledRequest, usualStrata } from '../../../src/judge/uniformity/blocks.ts'
import { malformed } from '../../shared/credentials/malformed.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { lapsed, spoilt } from './classes.ts'
import { unknownLike } from './unknown-id.ts'

/** Made up, one for each class that has no key of its own. */
const UNKNOWN = { key_id: '7c1e04d95ab3f628', secret: '93d0c5fa1e6b7248'.repeat(4) }
const PLACEBO = { key_id: 'a84f2b6d07c9e135', secret: '1c7e9a04d8b3f526'.repeat(4) }
const SECRET = { secret: '6e02b9d4f1a8c357'.repeat(4) }
/** As long as X-Api-Key. */
const PADDING = 'X-Padding'
const WITHOUT = 'with an id that is not there'

interface Place {
  readonly endpoint: EndpointName
  /** Which of the ids in the path is one that is not there. */
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

/** Where an id is not there; one of them in each round. */
const NOWHERES: readonly Place[] = [
  { endpoint: 'datasets', unknown: 'project' },
  { endpoint: 'rows', unknown: 'dataset' },
  { endpoint: 'nodes', unknown: 'project' },
]

function placeOf(i: number, target: Target): Place {
  const [places, nowheres] = [PLACES, NOWHERES].map((all) =>
    all.filter(({ endpoint }) => reachable(target).includes(endpoint)),
  ) as [Place[], Place[]]
  const round = places.length + (nowheres.length > 0 ? 1 : 0)
  return places[i % round] ?? nowheres[Math.floor(i / round) % nowheres.length]!
}

/**
 * One request per failure class, all to one address. Revoked and expired keys have a made-up secret where the id is not there:
 * so each label comes as often as the others to each address.
 */
export function uniformBlock(i: number, target: Target): LabelledRequest[] {
  const { endpoint, unknown: nowhere } = placeOf(i, target)
  const own = nowhere === undefined
  const ids = nowhere && { [nowhere]: unknownLike(target[nowhere]!) }
  const to = (credential: Credential): Req => ({
    ...call(target, endpoint, {}, { project: target.project, dataset: target.dataset, ...ids, credential }),
    open: !own,
  })
  const conditions = (['revoked', 'expired'] as const).filter((condition) => target.keys[condition])
  return [
    { label: 'missing', req: withoutKey(to(noCredential), target) },
    { label: 'malformed', req: to(spoilt(malformed, target, { part: 'secret', place: 63, character: 'g' })) },
    { label: 'unknown', req: to(spoilt(unknown, target, UNKNOWN)) },
    { label: 'unknown placebo', req: to(spoilt(unknown, target, PLACEBO)) },
    { label: 'wrong-secret', req: to(spoilt(wrongSecret, target, SECRET)) },
    ...conditions.map((condition) =>
      own
        ? { label: condition, req: to(lapsed(target, condition)) }
        : { label: `${condition}, wrong secret`, req: to(wrongSecretOf(target, condition)) },
    ),
  ]
}

/** By the endpoint, and apart from it by whether the id in the path is there. */
export function strataOf(requests: readonly LabelledRequest[]): string[] {
  return [...usualStrata(requests), ...(requests[0]!.req.open ? [WITHOUT] : [])]
}

export function wrongSecretOf(target: Target, condition: 'revoked' | 'expired', secret = SECRET): Credential {
  const text = wrongSecret.build(target.keys[condition]!, secret)
  return inApiKey(text, 'wrong-secret', `the ${condition} key with a made-up secret`)
}

/** As many bytes as the request has with a key. */
export const withoutKey = (req: Req, target: Target): Req => ({ ...req, headers: [[PADDING, padding(target)]] })

/** As many bytes as a key. */
const padding = ({ keys }: Target): string =>
  '0'.repeat(keys.active.prefix.length + 1 + KEY_ID_LENGTH + 1 + SECRET_LENGTH)
