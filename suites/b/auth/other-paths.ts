import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { trial } from '../../../src/core/rule.ts'
import { otherPathFaults, otherPathFreedoms, otherPathQuickMisses, unchecked } from '../../shared/paths/faults.ts'
import { refusesOtherPaths } from '../../shared/paths/other-paths.ts'
import { reachable, surface } from '../api.ts'

const FEW = 'quick depth tries two spellings'

const rowsPage = { status: 200, headers: [], body: '{"columns":["n"],"items":[{"n":1}],"page":1,"has_more":false}' }

/** Shows what a path names, without asking for a key. */
function single(path: string, pattern: RegExp, name: string): ReturnType<Behaviour['gateway']> {
  const id = pattern.exec(path)?.[1]
  if (!id) return undefined
  return { status: 200, headers: [], body: JSON.stringify({ data: { [name]: decodeURIComponent(id), name: 'x' } }) }
}

const slashUnchecked = (missed: RegExp): Partial<Behaviour> => unchecked((path) => path.replace(/\/$/, ''), missed)

export default trial({
  level: 'stated',
  since: 3,
  title: 'No other spelling of a path, and no path beside it, returns data without a key',
  clauses: ['1.key-required', '5.2.missing'],
  tried:
    'Without a key or with a malformed one: the endpoints, in turns, with slashes, dot segments, percent-encodings, letter case, path parameters, extensions, versions and prefixes varied, with parameters such as callback and debug, in absolute-form, without the last segment, and the root of the API. ' +
    'A response without data conforms, but for HEAD with the Content-Length of the data; a 5xx is a warning, and a redirect is not followed.',
  meaning: 'A path that is written differently bypasses the key check, or makes the server fail.',
  causes: [
    'the key check matches other paths than the router: before normalisation, or without an alias, extension or version',
    'a query parameter such as debug or callback selects a handler without authentication',
    'a cache takes the path for a static file and serves the response to an authenticated request',
  ],
  needs: ['key', 'socket'],
  after: ['b.auth.missing-key'],
  ...refusesOtherPaths(surface, (target) => reachable(target).map((endpoint) => ({ endpoint })), [2, 58, 124]),
  faults: {
    ...otherPathFaults,
    'trailing-slash-of-rows': slashUnchecked(/\/rows\/\?/),
    'trailing-slash-of-company': slashUnchecked(/\/company\/\?/),
    'project-open': { gateway: (call) => single(call.path, /\/projects\/([^/]+)$/, 'id') },
    'dataset-open': { gateway: (call) => single(call.path, /\/datasets\/([^/]+)$/, 'dataset_id') },
    'shallow-route-open': {
      gateway: ({ path }) => (/\/v1\/datasets\/[^/]+\/rows$/.test(path) ? rowsPage : undefined),
    },
  },
  quickMisses: {
    ...otherPathQuickMisses,
    'project-open': FEW,
    'dataset-open': FEW,
    'shallow-route-open': FEW,
    'trailing-slash-of-rows': FEW,
    'trailing-slash-of-company': FEW,
  },
  freedoms: {
    ...otherPathFreedoms,
    'every-unknown-path-described': {
      gateway: (call) =>
        /\/(projects|datasets)\/[^/]+$/.test(call.path)
          ? { status: 200, headers: [], body: JSON.stringify({ id: 'docs', path: call.path, request_id: `${call.n}` }) }
          : undefined,
    },
  },
})
