import { trial } from '../../../src/core/rule.ts'
import type { Answer, Block } from '../../../src/judge/uniformity/blocks.ts'
import { uniformTrial } from '../../../src/judge/uniformity/uniform-trial.ts'
import { uniformityFaults, uniformityFreedoms } from '../../shared/refused-key-faults.ts'
import { uniformBlock } from '../support/uniformity-blocks.ts'

const { judge, ...sending } = uniformTrial({ block: (i, _random, target) => uniformBlock(i, target) })

export default trial({
  level: 'stated',
  title: 'The response to a bad credential does not reveal what is wrong with it',
  clauses: ['5.5', '5.5.uniform'],
  tried:
    'One request of each failure class, in random order over one connection, many times, via both headers. A violation is any difference in status, headers or body that follows the class more often than chance allows, and again on fresh requests.',
  meaning: 'Anyone who tries keys learns which of them exist, or that a stolen key was once valid.',
  causes: [
    'each check has its own response, with one more header, word or space than the others',
    'the gateway rejects malformed and missing keys, the application the others',
    'a header is set as soon as the key is found: a counter, a cache tag, a tenant',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  ...sending,
  judge: (evidence, c, target) =>
    judge({ ...evidence, first: unlessRefused(evidence.first), fresh: unlessRefused(evidence.fresh) }, c, target),
  faults: {
    ...uniformityFaults,
    'header-for-known-keys': {
      refusalHeaders: (_failure, call) => (call.record ? [['X-Tenant', '1']] : []),
    },
    'challenge-for-missing-only': {
      refusalHeaders: (failure) => (failure === 'missing' ? [['WWW-Authenticate', 'Bearer realm="api"']] : []),
    },
    'message-of-revoked': {
      refusalMessage: (failure) => (failure === 'revoked' ? 'API key revoked' : 'Invalid or missing API key'),
    },
    'forbidden-when-expired': { refusalStatus: (failure) => (failure === 'expired' ? 403 : 401) },
    'members-in-another-order': {
      refusalText: (text, failure) =>
        failure === 'malformed'
          ? '{"error":{"status":401,"code":"unauthorized","message":"Invalid or missing API key"}}'
          : text,
    },
    'reason-phrase': { refusalReason: (failure) => (failure === 'disabled' ? 'Key Disabled' : undefined) },
    'by-bearer-only': {
      refusalHeaders: (failure, call) =>
        failure === 'unknown' && call.form === 'bearer' ? [['Cache-Control', 'no-store']] : [],
    },
    'mark-in-the-request-id': {
      refusalHeaders: (failure, call) => [
        ['X-Request-Id', `${failure === 'unknown' ? 'u' : 'k'}-${call.n.toString(16).padStart(8, '0')}`],
      ],
    },
  },
  quickMisses: {
    'challenge-for-missing-only': 'four blocks hold two requests without a key, too few to tell a header from chance',
    'message-of-revoked':
      'four blocks hold two requests by the revoked key itself; a.auth.401-body turns red for the message',
    'forbidden-when-expired':
      'four blocks hold two requests by the expired key itself; a.auth.expired-key turns red for the status',
    'by-bearer-only': 'four blocks hold two by Bearer, too few to tell a header from chance',
    'counter-for-known-keys':
      'numbers that count need more than four blocks to be told from those that count all requests',
  },
  freedoms: {
    ...uniformityFreedoms,
    'challenge-for-all': { refusalHeaders: () => [['WWW-Authenticate', 'Bearer realm="api"']] },
    'counter-by-what-was-sent': {
      extraHeaders: (call) => {
        const sent = `sent ${[...call.header('x-api-key'), ...call.header('authorization')].join()}`
        const count = Number(call.memory.get(sent) ?? 0) + 1
        call.memory.set(sent, count)
        return [['X-RateLimit-Remaining', String(100_000 - count)]]
      },
    },
  },
})

/** That a disabled key gets the 401 is only implied: another status is the matter of a.auth.disabled-key-401. */
function unlessRefused(blocks: readonly Block[]): readonly Block[] {
  const isOther = ({ label, exchange }: Answer) => label === 'disabled' && exchange.response?.status !== 401
  if (!blocks.some(({ answers }) => answers.some(isOther))) return blocks
  return blocks.map(({ strata, answers }) => ({
    strata,
    answers: answers.filter((answer) => !isOther(answer)),
  }))
}
