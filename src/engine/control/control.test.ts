import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ControlA } from '../../core/control-module.ts'
import type { Exchange } from '../../core/exchange.ts'
import { inApiKey, whole } from '../../core/key-format.ts'
import { type Tools, type Trial, trial, unclear, violation } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, type Options, run } from '../../testing/session.ts'
import { orRefused } from './refused.ts'

/** Responds with 200 and the key of the request. */
let server: Strange
beforeAll(async () => {
  server = await serve((req, res) => res.end(JSON.stringify({ you: req.headers['x-api-key'] })))
})
afterAll(() => server.close())

const secrets: string[] = []
const acts: string[] = []
const refuse = (why: string) => Promise.reject(Object.assign(new Error(why), { name: 'ControlRefused' }))

function made() {
  const [keyId, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')]
  secrets.push(secret)
  return { key: `acme_${keyId}_${secret}`, keyId }
}

/** A console with every function. */
const module: Required<Pick<ControlA, 'createKey' | 'revokeKey' | 'disableKey' | 'enableKey'>> = {
  createKey: async () => made(),
  revokeKey: async (keyId) => acts.push(`revoke ${keyId}`),
  disableKey: async (keyId) => acts.push(`disable ${keyId}`),
  enableKey: async (keyId) => acts.push(`enable ${keyId}`),
}

/** Run one rule with one case and return its result. */
async function tried(a: ControlA, send: (tools: Tools) => Promise<Exchange | undefined>, more = {}) {
  const rule = trial<null, Exchange | undefined>({
    ...about,
    needs: ['control.createKey'],
    cases: { first: [null, null, null], count: [3, 3, 3] },
    send: (_, tools) => send(tools),
    judge: (x) => x && violation('anything else', `${x.response?.status}`),
  })
  const { results, leftovers } = await run({ r: rule }, { baseUrl: server.baseUrl, source: { module: { a }, ...more } })
  return { result: results.r!, leftovers, text: JSON.stringify(results) + leftovers.join() }
}

const byNewKey = async ({ control, get: send, target }: Tools) => {
  const { key } = await control.a.createKey({ scopes: ['users'] })
  await control.a.disableKey(key)
  return send({ ...get(target, '/users'), credential: inApiKey(whole(key), 'disabled') })
}

describe('a rule that uses the control module', () => {
  test('reports control calls and requests without the secret, and revokes the key', async () => {
    const { result, leftovers, text } = await tried(module, byNewKey)
    const { sequence, curl, noCurl, exchanges } = result.failure!
    const keyId = /acme_([0-9a-f]{16})/.exec(sequence![0]!)?.[1]
    expect(sequence!.map((line) => line.replace(/^\+\d+ ms {2}|, after \d+ ms$/g, ''))).toEqual([
      `control.createKey({"scopes":["users"]}) → {"key":"acme_${keyId}"}`,
      `control.disableKey(${keyId}) → done`,
      `GET /users with acme_${keyId}_**** → 200`,
    ])
    expect([curl, noCurl]).toEqual(['', 'it takes changes through the control module between requests'])
    expect(exchanges[0]!.request.curl).toBe('')
    expect(exchanges[0]!.response!.body).toBe(`{"you":"acme_${keyId}_****"}`)
    expect(acts).toContain(`revoke ${keyId}`)
    expect(leftovers).toEqual([])
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  test('is skipped when a function is missing, and names it', async () => {
    const { result } = await tried({}, byNewKey)
    expect(result.reason).toBe('supply a control module (--control FILE) with createKey')
  })

  test.for<[string, ControlA, string]>([
    ['an error', { createKey: () => Promise.reject(new Error('no route\nto host')) }, 'a.createKey failed: no route'],
    ['a throw', { createKey: throwing }, 'a.createKey failed: boom'],
    [
      'a bad value',
      { createKey: async () => ({ key: made().key }) as never },
      'a.createKey returned an unusable keyId:',
    ],
    ['no value', { createKey: async () => undefined as never }, 'a.createKey returned no object'],
    ['a refusal that is not caught', { createKey: () => refuse('quota') }, 'the console refused createKey: quota'],
    [
      'no return in time',
      { createKey: () => sleep(2000) as never },
      'a.createKey failed: it did not return within 0.1 s',
    ],
  ])('is inconclusive after %s', async ([, a, expected]) => {
    const { result } = await tried(a, byNewKey, { limit: 100 })
    expect(result).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining(expected) })
    expect(result.reason).not.toContain('please report')
  })

  test('redacts a created key in an error message', async () => {
    const { key } = made()
    const { text } = await tried({ createKey: () => Promise.reject(new Error(`made ${key} twice`)) }, byNewKey)
    expect(text).toContain('made acme_')
    expect(text).not.toContain(key.slice(-64))
  })

  test('is inconclusive after an error even if it continues', async () => {
    const a = { ...module, disableKey: () => Promise.reject(new Error('down')) }
    const { result } = await tried(a, (tools) => byNewKey(tools).catch(() => tools.get(get(tools.target, '/users'))))
    expect(result).toMatchObject({ status: 'inconclusive', reason: 'the control module: a.disableKey failed: down' })
  })

  test('notes that a refusal quotes the secret, and does not keep it', async () => {
    const quotes: unknown[] = []
    for (const quoted of ['key', 'keyId'] as const) {
      const issued = made()
      const a = { ...module, createKey: async () => issued, enableKey: () => refuse(`no: ${issued[quoted]}`) }
      await tried(a, async ({ control }) => {
        const { key } = await control.a.createKey()
        const { step } = await orRefused(control.a.enableKey(key))
        quotes.push(step.quotesSecret, JSON.stringify(step).includes(issued.key.slice(-64)))
        return undefined
      })
    }
    expect(quotes).toEqual([...Array(3).fill([true, false]), ...Array(3).fill([undefined, false])].flat())
  })

  test('receives a refusal as a value', async () => {
    const seen: unknown[] = []
    await tried({ ...module, enableKey: () => refuse('no') }, async ({ control }) => {
      const { key } = await control.a.createKey()
      seen.push(await orRefused(control.a.enableKey(key)), control.steps.length)
      return undefined
    })
    expect(seen.slice(0, 2)).toEqual([
      { refused: 'no', step: expect.objectContaining({ call: 'enableKey', refused: 'no' }) },
      2,
    ])
  })
})

describe('a created key', () => {
  const creates = async ({ control }: Tools) => {
    await control.a.createKey()
    return undefined
  }

  test('is listed when the module cannot revoke keys', async () => {
    const { leftovers } = await tried({ createKey: module.createKey }, creates)
    expect(leftovers).toHaveLength(3)
    expect(leftovers[0]).toMatch(/^acme_[0-9a-f]{16}: the control module has no revokeKey$/)
  })

  test('is enabled first if a disabled key cannot be revoked', async () => {
    const disabled = new Set<string>()
    const { leftovers } = await tried(
      {
        ...module,
        disableKey: async (id) => disabled.add(id),
        enableKey: async (id) => disabled.delete(id),
        revokeKey: (id) => (disabled.has(id) ? refuse('it is disabled') : Promise.resolve()),
      },
      async (tools) => void (await byNewKey(tools)) as undefined,
    )
    expect(leftovers).toEqual([])
  })

  test('is listed with the error of revokeKey, unless it has expired', async () => {
    const a = { ...module, enableKey: undefined, revokeKey: () => refuse('not now') }
    expect((await tried(a, creates)).leftovers[0]).toMatch(/: revokeKey was refused: not now$/)
    const expiring = async ({ control }: Tools) => {
      await control.a.createKey({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      return undefined
    }
    expect((await tried(a, expiring)).leftovers).toEqual([])
  })

  test('is revoked when createKey returns too late', async () => {
    let keyId = ''
    const createKey = async () => {
      await sleep(300)
      const key = made()
      keyId = key.keyId
      return key
    }
    const { leftovers } = await tried({ ...module, createKey }, creates, { limit: 50 })
    expect(acts).toContain(`revoke ${keyId}`)
    expect(leftovers).toEqual([])
  })

  test('is revoked when the run is interrupted', async () => {
    const before = acts.length
    const rule = trial<null, undefined>({
      ...about,
      needs: ['control.createKey'],
      cases: { first: [null], count: [1, 1, 1] },
      async send(_, tools) {
        await creates(tools)
        await sleep(400)
        await creates(tools)
        return undefined
      },
      judge: () => unclear('not to be reached'),
    })
    const onStart = (session: { stop(): void }) => void setTimeout(() => session.stop(), 200)
    const { results, leftovers } = await run(
      { r: rule },
      { baseUrl: server.baseUrl, source: { module: { a: module } }, onStart },
    )
    expect(results.r).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('interrupted') })
    expect(acts.length).toBe(before + 1)
    expect(leftovers).toEqual([])
  })
})

function throwing(): never {
  throw new Error('boom')
}

test('by hand: tries only first cases, one rule at a time, and revokes all keys together at the end', async () => {
  const log: string[] = []
  const byHand = { revokeAll: async (keys: readonly string[]) => void log.push(`revoke ${keys.length}`) }
  const rule = trial<null, undefined>({
    ...about,
    needs: ['control.createKey'],
    cases: { first: [null, null], count: [2, 2, 2] },
    async send(_, { control }) {
      log.push('begin')
      await control.a.createKey()
      await sleep(50)
      log.push('end')
      return undefined
    },
    judge: () => violation('nothing', 'this'),
  })
  const source = { module: { a: module }, byHand }
  const { results } = await run({ r: rule, s: rule }, { baseUrl: server.baseUrl, source })
  expect(log).toEqual(['begin', 'end', 'begin', 'end', 'revoke 2'])
  expect(results.r).toMatchObject({ status: 'failed', cases: 1, failure: { path: 'first:0' } })
})

describe('rules that use the module', () => {
  type Loud = Pick<Trial<null, undefined>, 'needs' | 'calm'>
  const createsKeys: Loud = { needs: ['control.createKey'] }
  const last = ['quiet', 'control', 'quiet']
  test.each<[string, Loud, string[], Partial<Options>?]>([
    ['run beside the others if they only create keys', createsKeys, ['control', 'quiet', 'quiet']],
    ['run after them if they change data', { needs: ['control.createKey', 'control.createUser'] }, last],
    ['run after them if they need calm', { ...createsKeys, calm: true }, last],
    [
      'run after them in a short run if they change data',
      { needs: ['control.createKey', 'control.createUser'] },
      // One case at a time.
      ['quiet', 'quiet', 'control'],
      { maxRequests: 1 },
    ],
  ])('%s', async (_, loud, order, limits = {}) => {
    const everything = { ...module, createUser: async () => ({ id: 1 }) }
    const log: string[] = []
    const quiet = trial<null, undefined>({
      ...about,
      cases: { first: [null], count: [1, 1, 1] },
      send: async () => void log.push(await sleep(100, 'quiet')) as undefined,
      judge: () => undefined,
    })
    const send = async ({ control }: Tools) => {
      await control.a.createKey()
      log.push('control')
      return undefined
    }
    const rules = {
      a: trial({ ...quiet, ...loud, send: (_, tools) => send(tools) }),
      b: quiet,
      c: trial({ ...quiet, after: ['a'] }),
    }
    const { results } = await run(rules, { baseUrl: server.baseUrl, source: { module: { a: everything } }, ...limits })
    expect(log).toEqual(order)
    expect(Object.values(results).map(({ status }) => status)).toEqual(['passed', 'passed', 'passed'])
  })
})
