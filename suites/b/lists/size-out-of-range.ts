import fc from 'fast-check'
import { trial } from '../../../src/core/rule.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { LIST_SIZE_MAX, reachableLists } from '../api.ts'
import {
  furtherInvalid,
  type Integer,
  type Invalid,
  invalidElsewhere,
  invalidInWords,
  judgeInvalid,
  type Pair,
  sendInvalid,
  uncheckedWhereEmpty,
} from '../support/invalid-requests.ts'
import { anyList } from '../support/queries.ts'

const ifValid = <T>(checked: number | T, used: () => number) => (typeof checked === 'number' ? used() : checked)

/** The third and the fourth are 50 where only 32 bits are kept, and beyond 64 bits, or negative. */
const SIZES: readonly Integer[] = [
  0,
  LIST_SIZE_MAX + 1,
  '18446744073709551666',
  -(2 ** 32) + 50,
  -1,
  2 ** 32 + 50,
  '9223372036854775808',
  2 ** 31,
  1000,
  -(2 ** 31),
  1e15,
]

export default trial<Invalid, Pair>({
  level: 'stated',
  title: 'A size of a list outside 1 to 100 gets 422 with code `validation_error`',
  clauses: ['4.list.size.range', '7.422', '7.422.size', '8.list-size-range'],
  tried:
    'Each list with size 0, 101, -1, beyond 32 and 64 bits and generated; also in an empty list, and twice in one query, once with a size in range, where an error or any page in range conforms. The same request with size=50 works before and after.',
  meaning: 'A client gets another number of items than requested, and no error.',
  causes: ['size is not validated before use: clamped, taken for "not given", or passed to the database'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    '0-is-the-default-where-no-page-is-given': {
      bSize: (size, call) => (size === 0n && call.query('page').length === 0 ? 50 : call.conforming.bSize(size, call)),
    },
    'first-checked-and-last-used': {
      bSize: (size, call) =>
        ifValid(call.conforming.bSize(size, call), () => Number(call.query('size').at(-1) ?? size)),
    },
    'one-in-range-suffices': {
      bSize: (size, call) =>
        call.query('size').some((text) => Number(text) <= 100)
          ? Math.max(...call.query('size').map(Number))
          : call.conforming.bSize(size, call),
    },
    'not-checked-for-an-empty-list': uncheckedWhereEmpty(() => true),
    'upper-end-not-checked-for-an-empty-list': uncheckedWhereEmpty((call) => Number(call.query('size')[0]) > 100),
    'cut-to-the-range': { bSize: (size) => Math.max(1, Math.min(100, Number(size))) },
    '0-is-the-default': { bSize: (size, call) => (size === 0n ? 50 : call.conforming.bSize(size, call)) },
    '101-let-through': { bSize: (size, call) => (size === 101n ? 101 : call.conforming.bSize(size, call)) },
    'upper-end-not-checked-at-nodes': {
      bSize: (size, call) =>
        call.endpoint === 'nodes' && size > 100n ? Number(size % 1000n) : call.conforming.bSize(size, call),
    },
    'negative-is-all': { bSize: (size, call) => (size < 0n ? 100 : call.conforming.bSize(size, call)) },
    'bad-request': { bProblemError: (_, call) => ({ ...call.conforming.bProblemError([], call), status: 400 }) },
    'code-of-the-framework': {
      bProblemError: (problems, call) => ({
        ...call.conforming.bProblemError(problems, call),
        ...(problems.some(({ parameter }) => parameter === 'size') && { code: 'invalid_request' }),
      }),
    },
    'kept-in-32-bits': { bSize: (size, call) => call.conforming.bSize(BigInt.asIntN(32, size), call) },
    'fails-beyond-64-bits': {
      bSize: (size, call) => {
        if (size >= 2n ** 63n) throw new Error('bigint out of range')
        return call.conforming.bSize(size, call)
      },
    },
  },
  quickMisses: {
    'negative-is-all': 'quick depth tries three sizes, none of them negative',
    '0-is-the-default-where-no-page-is-given': 'quick depth leaves no parameter out',
    'first-checked-and-last-used': 'quick depth repeats no parameter',
    'one-in-range-suffices': 'quick depth repeats no parameter',
    'not-checked-for-an-empty-list': 'quick depth looks for no empty project',
    'upper-end-not-checked-for-an-empty-list': 'quick depth looks for no empty project',
  },
  freedoms: {
    'last-of-several': { parameter: (name, call) => call.query(name).at(-1) },
    'largest-of-several-cut-to-the-range': {
      bSize: (size, call) =>
        call.query('size').length > 1
          ? Math.min(100, Math.max(...call.query('size').map(Number)))
          : call.conforming.bSize(size, call),
    },
    'no-page-for-repeated-parameters': {
      gateway: (call) =>
        call.query('size').length > 1 ? { status: 400, headers: [], body: 'repeated parameter' } : undefined,
    },
  },
  cases: {
    inWords: invalidInWords,
    further: invalidElsewhere,
    first(target): Invalid[] {
      const pairs = alternatePairs(SIZES, reachableLists(target)).map(([size, list]) => ({ list, size }))
      return [
        ...pairs.slice(0, 6),
        ...reachableLists(target).map((list) => ({ list, size: 0, alone: true as const })),
        ...furtherInvalid(target, { size: 500 }),
        ...pairs.slice(6, 21),
      ]
    },
    any: (target) =>
      fc.record({
        list: anyList(target),
        size: fc.oneof(
          fc.integer({ min: 101, max: 1000 }),
          fc.integer({ min: -1000, max: 0 }),
          fc.integer({ min: 101, max: Number.MAX_SAFE_INTEGER }),
          fc.integer({ min: Number.MIN_SAFE_INTEGER, max: 0 }),
        ),
      }),
    count: [3, 17, 150],
  },
  send: sendInvalid,
  judge: (pair, c) => judgeInvalid(pair, 'size goes from 1 to 100', c),
})
