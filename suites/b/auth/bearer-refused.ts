import { whole } from '../../../src/core/key-format.ts'
import { trial } from '../../../src/core/rule.ts'
import { inTurns } from '../../shared/in-turns.ts'
import { notRefused, type Pair, sendPair } from '../../shared/refused-keys.ts'
import { call, reachable } from '../api.ts'

const SCHEMES = ['Bearer', 'bearer', 'BEARER'] as const

export default trial({
  level: 'stated',
  title: 'An active key in Authorization: Bearer alone gets 401',
  clauses: ['1.intro.credential', '5.1.no-other'],
  tried: 'GET of every endpoint with the active key as Bearer only. In X-Api-Key the same key works before and after.',
  meaning: 'Clients come to rely on an undocumented form of the credential, and fail when it goes.',
  causes: [
    'the middleware is that of variant A, which reads both headers',
    'a gateway turns Authorization into X-Api-Key',
    'Authorization is refused by other code than a missing key, with another status',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    accepted: { credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'bearer' }] },
    'accepted-at-rows': {
      credentialSources: (call) => [
        ...call.lawful.credentialSources(call),
        ...(call.endpoint === 'rows' ? [{ in: 'bearer' } as const] : []),
      ],
    },
    forbidden: { refusalStatus: (_, call) => (call.header('authorization').length > 0 ? 403 : 401) },
    'bad-request-at-company': {
      refusalStatus: (_, call) => (call.endpoint === 'company' && call.header('authorization').length > 0 ? 400 : 401),
    },
  },
  cases: {
    first: (target) => inTurns(reachable(target), SCHEMES).map(([endpoint, scheme]) => ({ endpoint, scheme })),
    count: [5, 15, 15],
  },
  send: ({ endpoint, scheme }, tools): Promise<Pair> => {
    const text = [`${scheme} `, ...whole(tools.target.keys.active)]
    const note = `the active key as ${scheme} alone`
    const credential = { class: 'misplaced', form: 'bearer', headers: [['Authorization', text]], note } as const
    const { target } = tools
    return sendPair(tools, call(target, endpoint), call(target, endpoint, {}, { credential }))
  },
  judge: notRefused,
})
