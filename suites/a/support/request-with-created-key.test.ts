import { describe, expect, it, vi } from 'vitest'
import type { Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { askBy, askUntil } from './request-with-created-key.ts'

const slept: number[] = []
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void slept.push(ms) }))
const of = (status: number) => sampleExchange('/users', {}, { status, json: {} })

describe('a request with a created key', () => {
  const key = { env: 'CREATED_KEY_1', prefix: 'acme', keyId: '0123456789abcdef' }
  const asking = async (as: Parameters<typeof askBy>[2]) => {
    const sent: Req[] = []
    const promptly = async (req: Req) => void sent.push(req) as never
    await askBy({ promptly, target: { keys: {} } } as unknown as Tools, key, as)
    return sent[0]!
  }

  it('goes ahead of the queue, for one record', async () => {
    expect(await asking({ as: 'revoked' })).toMatchObject({
      path: '/users',
      query: [['per_page', '1']],
      credential: { class: 'revoked', form: 'x-api-key', note: 'a created key, revoked' },
    })
  })

  it('is sent in either header, and says what was done to the key', async () => {
    const { credential } = await asking({ as: 'active', by: 'Bearer', note: 'enabled again' })
    expect(credential).toMatchObject({ class: 'active', form: 'bearer', note: 'enabled again' })
    expect(credential.headers[0]![0]).toBe('Authorization')
  })
})

it('a key is accepted if the response is a success or 403', () => {
  expect([200, 204, 403, 401, 404, 500].map((status) => isAccepted(of(status)))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ])
  expect(isAccepted({ ...of(200), response: undefined })).toBe(false)
})

it.each([
  [[200], []],
  [[401, 200], [100]],
  [
    [401, 401, 401, 200],
    [100, 300, 900],
  ],
  [
    [401, 401, 401, 401, 401],
    [100, 300, 900, 1700],
  ],
])('waits for the responses %j this long: %j', async (statuses, pauses) => {
  slept.length = 0
  let n = 0
  const answers = await askUntil(async () => of(statuses[n++]!), isAccepted)
  expect(answers.map((x) => x.response!.status)).toEqual(statuses)
  expect(slept).toEqual(pauses)
})
