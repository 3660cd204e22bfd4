import { trial } from '../../../src/core/rule.ts'
import { otherPathFaults, otherPathFreedoms, otherPathQuickMisses } from '../../shared/paths/faults.ts'
import { refusesOtherPaths } from '../../shared/paths/other-paths.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'No other spelling of a path, and no path beside it, returns data without a key',
  clauses: ['1.key-required', '5.1'],
  tried:
    'Without a key or with a malformed one: the user list, with slashes, dot segments, percent-encodings, letter case, path parameters, extensions, versions and prefixes varied, with parameters such as callback and debug, in absolute-form, and the root of the API. ' +
    'A response without data conforms, but for HEAD with the Content-Length of the data; a 5xx is a warning, and a redirect is not followed.',
  meaning: 'Anyone who requests this path reads the data of the tenant.',
  causes: [
    'the router normalises the path, the filter that checks the key does not',
    'paths with some extension, prefix or word are excluded from authentication',
    'an alias or another version of the path was left without authentication',
    'a query parameter such as debug or callback selects a handler without authentication',
    'a cache takes the path for a static file and serves the response to an authenticated request',
  ],
  needs: ['key', 'socket'],
  after: ['a.auth.missing-key'],
  ...refusesOtherPaths(surface, () => [{ by: 'X-Api-Key' as const }], [2, 58, 120]),
  faults: {
    ...otherPathFaults,
    'route-below-the-company-unchecked': {
      pathRouted: (path) => path.replace('/v1/company/', '/v1/'),
      classify: (check, call) =>
        /\/v1\/company\//.test(call.path) && !check.wellFormed ? undefined : call.conforming.classify(check, call),
    },
  },
  quickMisses: { ...otherPathQuickMisses, 'route-below-the-company-unchecked': 'quick depth tries two spellings' },
  freedoms: otherPathFreedoms,
})
