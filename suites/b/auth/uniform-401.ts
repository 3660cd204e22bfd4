import { trial } from '../../../src/core/rule.ts'
import type { Block } from '../../../src/judge/uniformity/blocks.ts'
import { uniformTrial } from '../../../src/judge/uniformity/uniform-trial.ts'
import { uniformityFaults, uniformityFreedoms } from '../../shared/refused-key-faults.ts'
import { strataOf, uniformBlock } from '../support/uniformity-blocks.ts'

const { judge, ...sending } = uniformTrial({
  block: (i, _random, target) => uniformBlock(i, target),
  strata: strataOf,
})

export default trial({
  level: 'stated',
  title: 'The response to a bad credential does not reveal what is wrong with it',
  clauses: ['5.2', '5.2.uniform'],
  tried:
    'One request of each failure class to one URL, in random order over one connection, many times, at every endpoint and with ids that do not exist. A violation is any difference in status, headers or body that follows the class more often than chance allows, and again on fresh requests.',
  meaning: 'Anyone who tries keys learns which of them exist, or that a stolen key was once valid.',
  causes: [
    'each check has its own response, with one more header, word or space than the others',
    'the gateway rejects malformed and missing keys, the application the others',
    'a header is set as soon as the key is found: a counter, a cache tag, a company',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  ...sending,
  judge: (evidence, c, target) =>
    judge({ ...evidence, first: only401(evidence.first), fresh: only401(evidence.fresh) }, c, target),
  faults: {
    ...uniformityFaults,
    'header-for-known-keys': { refusalHeaders: (_failure, call) => (call.record ? [['X-Company', '1']] : []) },
    'challenge-for-missing-only': {
      refusalHeaders: (failure) => (failure === 'missing' ? [['WWW-Authenticate', 'ApiKey']] : []),
    },
    'a-member-more-for-revoked': {
      errorBody: (error, call) =>
        call.failure === 'revoked' ? { error: { ...error, reason: 'revoked' } } : call.lawful.errorBody(error, call),
    },
    'expired-at-rows': {
      refusalHeaders: (failure, call) =>
        failure === 'expired' && call.endpoint === 'rows' ? [['X-Renew', 'console']] : [],
    },
    'reason-phrase': { refusalReason: (failure) => (failure === 'expired' ? 'Key Expired' : undefined) },
    'where-the-project-is-not-there': {
      refusalHeaders: (failure, call) =>
        failure === 'unknown' && /_9+\//.test(call.path) ? [['Cache-Control', 'no-store']] : [],
    },
  },
  quickMisses: {
    'expired-at-rows': 'of four blocks only one goes to the rows: a difference that is seen once may be chance',
    'where-the-project-is-not-there': 'the four blocks go to four endpoints: none is left for ids that are not there',
    'counter-for-known-keys': 'four blocks go to four endpoints: a counter moves between two requests to one endpoint',
  },
  freedoms: {
    ...uniformityFreedoms,
    'path-in-the-answer': { extraHeaders: (call) => [['Content-Location', call.path]] },
  },
})

/** Another status of a class is judged by the rule on that class; there is none on a lapsed key with a made-up secret. */
function only401(blocks: readonly Block[]): Block[] {
  const judged = ({ label, exchange }: Block['answers'][number]) =>
    label.includes('wrong secret') || exchange.response?.status === 401
  return blocks.map(({ strata, answers }) => ({ strata, answers: answers.filter(judged) }))
}
