import type { Exchange } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { at } from '../../../src/core/json-values.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import type { Observation } from '../../../src/core/rule.ts'
import { recordEach } from '../../shared/observations.ts'
import { call, type EndpointName, reachable } from '../api.ts'

const byName = (names: readonly EndpointName[]) => Object.fromEntries(names.map((name) => [name, name]))

/** What `read` says of the response of each endpoint to the active key. */
export const observeEachEndpoint =
  (read: (x: Exchange) => Json): Observation['observe'] =>
  ({ once, target }) =>
    recordEach(byName(reachable(target)), async (name) => read(await once(call(target, name))))

/** What `read` says of a field of each 403 to the key that lacks the scope. */
export const observeEachForbidden =
  (path: string, read: (member: Json) => Json = (member) => member): Observation['observe'] =>
  ({ once, target }) => {
    const names = reachable(target).filter((name) => target.noScopeEndpoints.includes(name))
    const credential = inApiKey(whole(target.keys['no-scope']!), 'no-scope')
    return recordEach(byName(names), async (name) =>
      read(at((await once(call(target, name, {}, { credential }))).response?.json, path) ?? 'absent'),
    )
  }
