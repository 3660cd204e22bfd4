import type { Credential, Req } from '../../../src/core/exchange.ts'
import type { Target } from '../../../src/core/target.ts'
import { type LabelledRequest, usualStrata } from '../../../src/judge/uniformity/blocks.ts'
import { OWN_KEYS, refusalBlock } from '../../shared/refusal-blocks.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { unknownLike } from './unknown-id.ts'

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
  const request = (credential: Credential): Req => ({
    ...call(target, endpoint, {}, { project: target.project, dataset: target.dataset, ...ids, credential }),
    open: !own,
  })
  return refusalBlock({ target, made: OWN_KEYS, request, secrets: own ? 'own' : 'made-up' })
}

/** By the endpoint, and apart from it by whether the id in the path is there. */
export function strataOf(requests: readonly LabelledRequest[]): string[] {
  return [...usualStrata(requests), ...(requests[0]!.req.open ? [WITHOUT] : [])]
}
