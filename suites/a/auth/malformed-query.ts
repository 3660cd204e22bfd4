import { trial } from '../../../src/core/rule.ts'
import {
  malformedQueryFaults,
  malformedQueryFreedoms,
  malformedQueryQuickMisses,
  refusesMalformedQueries,
} from '../../shared/malformed-queries.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'A malformed query gets no success without a key, and no 5xx',
  clauses: ['1.key-required', '5.1'],
  tried:
    'Malformed escapes (%, %FF, %zz, NUL, surrogates), brackets, repeated parameters, other separators and long values, without a key and with the active one. ' +
    'Without a key, a 4xx of a proxy conforms, and an error in the documented shape must be the 401, unless an escape is malformed. With the key, anything but a 5xx conforms.',
  meaning: 'A query that a parser rejects opens the API to anyone, or a mistake of a client looks like an outage.',
  causes: [
    'a filter that cannot decode the query lets the request pass',
    'decoding throws, and no handler turns that into a 4xx',
    'a parser makes lists or objects of parameters that the code expects to be texts',
  ],
  needs: ['key', 'socket'],
  after: ['a.auth.missing-key'],
  ...refusesMalformedQueries(surface, ['4.users']),
  faults: malformedQueryFaults,
  quickMisses: malformedQueryQuickMisses,
  freedoms: malformedQueryFreedoms,
})
