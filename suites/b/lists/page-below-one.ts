import fc from 'fast-check'
import { trial } from '../../../src/core/rule.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { reachableLists } from '../api.ts'
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

const PAGES: readonly Integer[] = [0, -(2 ** 32) + 1, -1, -(2 ** 31), '-9223372036854775808', '-9223372036854775809']

export default trial<Invalid, Pair>({
  level: 'stated',
  title: 'A page of a list below 1 gets 422 with code `validation_error`',
  clauses: ['4.list.page.range', '7.422', '7.422.page'],
  tried:
    'Each list with page 0, -1, down to and beyond 64 bits, and generated; also in an empty list, and twice in one query, once with a page in range, where an error or any page in range conforms. The same request with page=1 works before and after.',
  meaning:
    'A client with a wrong page number, such as one that counts from 0, reads a page it did not mean, and gets no error.',
  causes: ['page is not validated before use: 0 is taken for page 1 or for "not given", or negatives for another page'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    '0-is-the-first-where-no-size-is-given': {
      bPage: (page, call) => (page === 0n && call.query('size').length === 0 ? 1n : call.conforming.bPage(page, call)),
    },
    '0-is-the-first': { bPage: (page, call) => (page === 0n ? 1n : call.conforming.bPage(page, call)) },
    'first-checked-and-last-used': {
      bPage: (page, call) =>
        typeof call.conforming.bPage(page, call) === 'bigint'
          ? BigInt(call.query('page').at(-1) ?? page)
          : call.conforming.bPage(page, call),
    },
    'not-checked-for-an-empty-list': uncheckedWhereEmpty((call) => call.query('page')[0] === '0'),
    'cut-to-1': { bPage: (page) => (page < 1n ? 1n : page) },
    'negative-from-the-end': { bPage: (page, call) => (page < 0n ? -page : call.conforming.bPage(page, call)) },
    'not-checked-at-datasets': {
      bPage: (page, call) => (call.endpoint === 'datasets' ? page : call.conforming.bPage(page, call)),
    },
    'bad-request': {
      bProblemError: (problems, call) => ({
        ...call.conforming.bProblemError(problems, call),
        ...(problems.some(({ parameter }) => parameter === 'page') && { status: 400 }),
      }),
    },
    'server-error': {
      bPage: (page) => {
        if (page < 1n) throw new Error('OFFSET must not be negative')
        return page
      },
    },
    'not-found-at-projects': {
      bProblemError: (problems, call) => ({
        ...call.conforming.bProblemError(problems, call),
        ...(call.endpoint === 'projects' && problems[0]?.parameter === 'page' && { status: 404, code: 'not_found' }),
      }),
    },
    'kept-in-32-bits': { bPage: (page, call) => call.conforming.bPage(BigInt.asIntN(32, page), call) },
  },
  quickMisses: {
    '0-is-the-first-where-no-size-is-given': 'quick depth leaves no parameter out',
    'first-checked-and-last-used': 'quick depth repeats no parameter',
    'not-checked-for-an-empty-list': 'quick depth looks for no empty project',
  },
  freedoms: {
    'last-of-several': { parameter: (name, call) => call.query(name).at(-1) },
  },
  cases: {
    inWords: invalidInWords,
    further: invalidElsewhere,
    first: (target): Invalid[] => [
      ...alternatePairs(PAGES, reachableLists(target))
        .slice(0, 12)
        .map(([page, list]) => ({ list, page })),
      ...furtherInvalid(target, { page: 0 }),
      ...reachableLists(target).map((list) => ({ list, page: 0, alone: true as const })),
    ],
    any: (target) =>
      fc.record({
        list: anyList(target),
        page: fc.oneof(fc.integer({ min: -100, max: 0 }), fc.integer({ min: Number.MIN_SAFE_INTEGER, max: 0 })),
      }),
    count: [2, 18, 150],
  },
  send: sendInvalid,
  judge: (pair, c) => judgeInvalid(pair, 'page is 1 or more', c),
})
