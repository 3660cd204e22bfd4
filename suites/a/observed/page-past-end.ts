import { observation } from '../../../src/core/rule.ts'
import { users } from '../api.ts'
import { pastEndRefused, refuses } from '../support/freedoms.ts'
import { beyond } from '../support/past-end.ts'
import { pagesAt } from '../support/queries.ts'

/** Far enough that users added during a run do not reach it. */
const AHEAD = 1000

export default observation({
  title: 'The response to a page past the last page',
  clauses: ['4.open.past-end'],
  tried:
    'GET /users with a page well past the last one, with the largest 64-bit page number and, beyond quick depth, the largest 32-bit one.',
  meaning: 'A client that pages until nothing is left needs to recognise the end.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'not-found': { ...pastEndRefused, ...refuses(404, 'not_found') },
    'bad-request': { ...pastEndRefused, ...refuses(400) },
    unprocessable: { ...pastEndRefused, ...refuses(422) },
    'not-satisfiable': { ...pastEndRefused, ...refuses(416) },
    'not-found-even-for-page-1-of-none': {
      aPastEnd: (page, last, call) =>
        page > BigInt(last) && (page > 1n || call.since !== undefined)
          ? { parameter: 'page', problem: 'too large' }
          : page,
      ...refuses(404, 'not_found'),
    },
    'last-page': { aPastEnd: (page, last) => (page > BigInt(last) ? BigInt(Math.max(1, last)) : page) },
    'last-page-with-the-number-asked-for': {
      aPastEnd: (page, last) => (page > BigInt(last) ? BigInt(Math.max(1, last)) : page),
      aEchoPage: (_page, call) => call.page!,
    },
    'first-page': { aPastEnd: (page, last) => (page > BigInt(last) ? 1n : page) },
    'total-of-nothing': {
      aTotal: (total, users, call) => (users.length === 0 && call.page! > 1n ? 0 : total),
    },
    'nothing-at-all': {
      response: (response, call) =>
        call.page !== undefined && call.page > 1n && String(response.body).startsWith('{"data":[]')
          ? { status: 204, headers: [], body: '' }
          : response,
    },
    'sent-to-the-first-page': {
      response: (response, call) =>
        call.page !== undefined && call.page > 1n && String(response.body).startsWith('{"data":[]')
          ? { status: 302, headers: [['Location', `${call.path}?page=1`]], body: '' }
          : response,
    },
    'refused-beyond-32-bits': {
      aPage: (page, call) =>
        page > 2n ** 31n - 1n ? { parameter: 'page', problem: 'out of range' } : call.conforming.aPage(page, call),
    },
  },
  observe: async (tools) => {
    const first = await tools.once(users(tools.target))
    const answers = Object.entries({
      'past the last': BigInt(pagesAt(tools.target, 25) + AHEAD),
      ...(tools.depth !== 'quick' && { '2^31-1': 2n ** 31n - 1n }),
      '2^63-1': 2n ** 63n - 1n,
    }).map(async ([name, page]) => {
      const x = await tools.once({ ...users(tools.target, { page }), open: true })
      return [name, beyond(x, page, first)] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
