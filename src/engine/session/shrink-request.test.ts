import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Req } from '../../core/exchange.ts'
import { inApiKey } from '../../core/key-format.ts'
import { shrinkRequest } from './invariants.ts'

const credential = { class: 'active', form: 'x-api-key', headers: [] } as const
const ask = (query: Readonly<Record<string, string>>, more: Partial<Req> = {}): Req => ({
  endpoint: '/users',
  path: '/users',
  credential,
  query: Object.entries(query),
  ...more,
})
const numberOf = ({ query = [] }: Req, name: string, otherwise: number): number =>
  Number(query.find(([n]) => n === name)?.[1] ?? otherwise)

async function smallest(req: Req, isBroken: (req: Req) => boolean) {
  const sent: Req[] = []
  const found = await shrinkRequest(req, async (smaller) => {
    sent.push(smaller)
    return isBroken(smaller)
  })
  return { found, sent }
}

test('drops unnecessary parameters and headers', async () => {
  const req = ask({ page: '7', per_page: '33', x: 'y' }, { headers: [['Accept-Language', 'de']] })
  const { found } = await smallest(req, () => true)
  expect(found).toEqual({ endpoint: '/users', path: '/users', credential })
})

test('keeps only the headers that are needed', async () => {
  const headers = ['Origin', 'Accept-Language', 'X-Request-Id', 'Cookie'].map((name) => [name, '1'] as const)
  const { found } = await smallest(ask({}, { headers }), ({ headers = [] }) =>
    headers.some(([name]) => name === 'Origin'),
  )
  expect(found.headers).toEqual([['Origin', '1']])
})

test("sends the active key unless only another company's shows the failure", async () => {
  const other = { class: 'other-company', form: 'x-api-key', headers: [] } as const
  const shrunk = (given: Req['credential'], isBroken: (req: Req) => boolean) =>
    shrinkRequest(ask({}, { credential: given }), async (req) => isBroken(req), credential).then(
      (req) => req.credential,
    )
  expect(await shrunk(other, () => true)).toBe(credential)
  expect(await shrunk(other, (req) => req.credential === other)).toBe(other)
  const revoked = { ...other, class: 'revoked' } as const
  expect(await shrunk(revoked, () => true)).toBe(revoked)
})

test('sends the key in X-Api-Key unless only Bearer shows the failure', async () => {
  const key = { env: 'TENANT_A_KEY', from: 0, to: 8 } as const
  const bearer = { class: 'active', form: 'bearer', headers: [['Authorization', ['Bearer ', key]]] } as const
  const req = ask({ page: '7' }, { credential: bearer })
  expect((await smallest(req, () => true)).found.credential).toEqual(inApiKey([key], 'active'))
  expect((await smallest(req, ({ credential }) => credential.form === 'bearer')).found.credential).toBe(bearer)
  const changed = ask({}, { credential: { ...bearer, note: 'after two blanks' } })
  expect((await smallest(changed, () => true)).sent).toEqual([])
})

test('reduces a number to its minimum', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), fc.nat(2 ** 30), async (limit, more) => {
      const req = ask({ page: String(limit + more), updated_since: '2024-06-15T12:00:00Z' })
      const { found, sent } = await smallest(req, (x) => numberOf(x, 'page', 1) >= limit)
      expect(found.query ?? []).toEqual(limit === 1 ? [] : [['page', String(limit)]])
      expect(sent.length).toBeLessThanOrEqual(40)
    }),
    { numRuns: 50 },
  )
})

test('reduces each of two numbers', async () => {
  const isBroken = (x: Req) => numberOf(x, 'page', 1) >= 2 && numberOf(x, 'per_page', 25) >= 51
  const { found } = await smallest(ask({ page: '3', per_page: '77' }), isBroken)
  expect(found.query).toEqual([
    ['page', '2'],
    ['per_page', '51'],
  ])
})

test('never requests a page that may be beyond the last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 100 }),
      fc.infiniteStream(fc.boolean()),
      async (total, perPage, answers) => {
        const last = Math.ceil(total / perPage)
        const { sent } = await smallest(
          ask({ page: String(last), per_page: String(perPage) }),
          () => answers.next().value,
        )
        for (const x of sent) {
          const before = (numberOf(x, 'page', 1) - 1) * numberOf(x, 'per_page', 25)
          expect(before).toBeLessThan(total)
        }
      },
    ),
  )
})

test('keeps or drops values that are not numbers, or hold a secret, as a whole', async () => {
  const req = ask({ per_page: 'abc' })
  const { found } = await smallest(req, (x) => x.query !== undefined)
  expect(found).toEqual(req)
})
