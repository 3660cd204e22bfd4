import { whole } from '../../../src/core/key-format.ts'
import { trial } from '../../../src/core/rule.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { notRefused, type Pair, sendPair } from '../../shared/refused-keys.ts'
import { call, reachable } from '../api.ts'

const SCHEMES = ['Bearer', 'bearer', 'BEARER'] as const

export default trial({
  level: 'stated',
  title: 'An active key in Authorization: Bearer alone gets 401',
  clauses: ['1.intro.credential', '5.1.no-other'],
  tried: 'GET of every endpoint with the active key as Bearer only. In X-Api-Key the same key works before and after.',
  meaning: 'Clients come to rely on a header that the reference excludes.',
  causes: [
    'the middleware also reads Authorization, which the reference excludes',
    'a gateway copies Authorization to X-Api-Key',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    accepted: { credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'bearer' }] },
    'accepted-at-rows': {
      credentialSources: (call) => [
        ...call.conforming.credentialSources(call),
        ...(call.endpoint === 'rows' ? [{ in: 'bearer' } as const] : []),
      ],
    },
    forbidden: { refusalStatus: (_, call) => (call.header('authorization').length > 0 ? 403 : 401) },
    'bad-request-at-company': {
      refusalStatus: (_, call) => (call.endpoint === 'company' && call.header('authorization').length > 0 ? 400 : 401),
    },
  },
  quickMisses: {
    'accepted-at-rows': 'quick depth sends two requests, to lists',
    'bad-request-at-company': 'quick depth sends two requests, to lists',
  },
  cases: {
    first: (target) => alternatePairs(reachable(target), SCHEMES).map(([endpoint, scheme]) => ({ endpoint, scheme })),
    count: [2, 12, 15],
  },
  send: ({ endpoint, scheme }, tools): Promise<Pair> => {
    const text = [`${scheme} `, ...whole(tools.target.keys.active)]
    const note = `the active key in Authorization (${scheme}) and none in X-Api-Key`
    const credential = { class: 'misplaced', form: 'bearer', headers: [['Authorization', text]], note } as const
    const { target } = tools
    return sendPair(tools, call(target, endpoint), call(target, endpoint, {}, { credential }))
  },
  judge: notRefused,
})
