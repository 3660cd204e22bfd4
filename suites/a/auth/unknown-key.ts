import { trial } from '../../../src/core/rule.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'A well-formed key that was never issued gets 401',
  clauses: ['7.401.unknown'],
  tried: 'Via both headers: the real prefix with a made-up key_id and secret, and the real secret under other key_ids.',
  meaning: 'A made-up key reads the users of the tenant.',
  causes: [
    'the key is looked up by its secret alone, or by a part of its key_id',
    'the key_id is read as a number and loses its last digits',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  faults: {
    accepted: {
      classify: (check, call) => (check.wellFormed && !check.found ? undefined : call.conforming.classify(check, call)),
    },
    'not-found': { refusalStatus: (failure) => (failure === 'unknown' ? 404 : 401) },
    'fails-by-bearer': {
      refusalStatus: (failure, call) => (failure === 'unknown' && call.form === 'bearer' ? 500 : 401),
    },
    'by-secret-alone': {
      classify: (check, call) => {
        const failure = call.conforming.classify(check, call)
        const secret = (call.header('x-api-key')[0] ?? call.header('authorization')[0] ?? '').slice(-64).toLowerCase()
        if (!failure) call.memory.set(`secret ${secret}`, true)
        return failure === 'unknown' && call.memory.has(`secret ${secret}`) ? undefined : failure
      },
    },
    'key-id-as-a-number': {
      classify: (check, call) => {
        const failure = call.conforming.classify(check, call)
        const text = call.header('x-api-key')[0] ?? call.header('authorization')[0] ?? ''
        const rounded = `${Number(`0x${text.slice(-81, -65)}`)} ${text.slice(-64)}`
        if (!failure) call.memory.set(rounded, true)
        return failure === 'unknown' && call.memory.has(rounded) ? undefined : failure
      },
    },
    'zero-key-id-is-a-test-key': {
      classify: (check, call) =>
        /_0{16}_/.test(call.header('x-api-key')[0] ?? '') ? undefined : call.conforming.classify(check, call),
    },
  },
  ...refusesMutated(surface, unknown, { count: [3, 15, 200] }),
})
