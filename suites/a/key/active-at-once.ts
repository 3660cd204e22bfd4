import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { headlined, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { inBearer, users } from '../api.ts'

interface Case {
  readonly form: 'x-api-key' | 'bearer'
}

const FORMS: readonly Case[] = [{ form: 'x-api-key' }, { form: 'bearer' }]

export default trial<Case, Exchange>({
  level: 'stated',
  title: 'A created key works immediately',
  clauses: ['3.create', '3.create.at-once'],
  tried: 'GET /users with a new key as soon as its creation has returned, repeatedly.',
  meaning: 'A script that creates a key and uses it fails at its first request.',
  causes: [
    'new keys are created inactive, or reach caches and replicas late',
    'a negative lookup of the key is cached',
  ],
  needs: ['key', 'control.createKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted'],
  faults: {
    'unusable-until-someone-enables-it': {
      keyDisabled: (key, now, call) => key.name !== 'fixture' || call.conforming.keyDisabled(key, now, call),
    },
    'known-100-ms-later': {
      classify: (check, call) =>
        call.record?.name === '' && call.now - call.record.createdAt < 100
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
    'unknown-to-one-worker-at-first': {
      classify: (check, call) =>
        call.record?.name === '' && call.worker === 3 && call.now - call.record.createdAt < 1000
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
  },
  quickMisses: {
    'known-100-ms-later': 'only where the first requests arrive within 100 ms: on a busy machine they do not',
    'unknown-to-one-worker-at-first': 'two requests may both miss one worker of four',
  },
  cases: { first: [...FORMS, ...FORMS, ...FORMS, ...FORMS, ...FORMS, ...FORMS], count: [2, 12, 12] },
  async send({ form }, { control, promptly, target }) {
    const { key } = await control.a.createKey()
    const how = form === 'bearer' ? inBearer : inApiKey
    return promptly(users(target, { per_page: 1 }, how(whole(key), 'active', 'a key just created')))
  },
  judge: (x) =>
    isSuccess(x)
      ? undefined
      : headlined(
          `A key that was just created does not work yet: GET /users returned ${responseSummary(x)}`,
          violation('a success (2xx)', responseSummary(x), x),
        ),
})
