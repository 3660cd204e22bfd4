import type { Depth } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Round } from '../../../src/judge/timing/measure.ts'
import { refusalBlock, timedKeys } from '../../shared/refusal-blocks.ts'
import { call, ENDPOINTS, type EndpointName, reachable } from '../api.ts'

/** A leak at one endpoint shows in the blocks of that endpoint only, so that few blocks go to few endpoints. */
const PLACES: Readonly<Record<Depth, readonly EndpointName[]>> = {
  quick: ['projects', 'rows'],
  standard: ['projects', 'rows', 'datasets', 'nodes', 'company'],
  exhaustive: ['projects', 'rows', 'datasets', 'nodes', 'company'],
}

/** Blocks of one request per failure class, each to one endpoint; endpoints and key_ids take turns. */
export function timedRounds(target: Target, depth: Depth): Round[] {
  const places = PLACES[depth].filter((name) => reachable(target).includes(name))
  return timedKeys(target).flatMap((made) =>
    places.map((place) => ({
      part: `on ${ENDPOINTS[place]}`,
      requests: refusalBlock({
        target,
        made,
        request: (credential) => call(target, place, {}, { credential }),
        secrets: 'both',
      }),
    })),
  )
}
