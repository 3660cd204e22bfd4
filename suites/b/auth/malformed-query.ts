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
  clauses: ['1.key-required', '5.2.missing'],
  tried:
    'Malformed escapes (%, %FF, %zz, NUL, surrogates), brackets, repeated parameters, other separators and long values, without a key and with the active one. ' +
    'Without a key, a 4xx of a proxy conforms, and an error in the documented shape must be the 401, unless an escape is malformed. With the key, anything but a 5xx conforms.',
  meaning: 'A malformed query bypasses the key check, or a mistake of a client looks like an outage.',
  causes: [
    'a filter that cannot decode the query lets the request pass',
    'decoding throws, or a parser makes lists or objects of parameters, and no handler turns that into a 4xx',
    'parameters are validated before the key is checked',
  ],
  needs: ['key', 'socket'],
  after: ['b.auth.missing-key'],
  ...refusesMalformedQueries(surface, ['4.get']),
  faults: malformedQueryFaults,
  quickMisses: malformedQueryQuickMisses,
  freedoms: malformedQueryFreedoms,
})
