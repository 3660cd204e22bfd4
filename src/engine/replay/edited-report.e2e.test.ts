import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '../../core/catalog.ts'
import type { Failure, Report, RuleResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import { type Deployment, deploy } from '../../proof/selfcheck/deployment.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { SETTINGS as USUAL } from '../../testing/session.ts'
import { startSession } from '../session/session.ts'
import { planReplay } from './plan-replay.ts'
import { replayCatalog } from './replay-catalog.ts'

const SETTINGS: Settings = { ...USUAL, seed: 4, strict: true, timeout: 10_000 }

/** A request as received on the wire. */
interface Seen {
  readonly path: string
  readonly search: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}
let seen: Seen[] = []
/** Ids of projects and datasets that the deployment lists; variant A has none. */
let listed: (string | undefined)[] = []
let proxy: http.Server
let server: Deployment
const targets = new Map<Variant, TargetSettings>()
const catalogs = new Map<Variant, Catalog>()
const failing = new Map<Variant, readonly RuleResult[]>()

/** Faults that cover each kind of replay: a trial case, a described request, an invariant case. */
const FAULTS: Record<Variant, string[]> = {
  a: [
    'a.users.total-pages/rounded-down',
    'a.auth.wrong-secret/first-character-unread',
    'a.auth.401-body/message-tells',
  ],
  b: ['b.lists.pages/floor', 'b.auth.wrong-secret/not-compared', 'b.lists.details-name-parameter/none-at-nodes'],
}

beforeAll(async () => {
  for (const variant of ['a', 'b'] as const) catalogs.set(variant, await catalogOf(variant))
  const behaviour = Object.assign({}, ...[...FAULTS.a, ...FAULTS.b].map(behaviourOf))
  server = await deploy(behaviour)
  // Node's HTTP server normalizes requests, so this proxy records the raw bytes and forwards them.
  const { port } = new URL(server.target('a').baseUrl)
  proxy = http.createServer((req, res) => {
    const [path, search = ''] = req.url!.split('?') as [string, string?]
    const raw = req.rawHeaders
    const headers = raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1]!] as const] : []))
    seen.push({ path, search, headers })
    const forwarded = http.request({ port, path: req.url!, headers: raw }, (response) => {
      res.writeHead(response.statusCode!, response.rawHeaders)
      response.pipe(res)
    })
    req.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  listed = [undefined, ...(await listedIds(server.target('b')))]
  for (const variant of ['a', 'b'] as const) {
    const target = server.target(variant)
    targets.set(variant, { ...target, baseUrl: origin + new URL(target.baseUrl).pathname })
    const rules = FAULTS[variant].map((fault) => fault.split('/')[0]!)
    const results = await run(variant, { ...SETTINGS, rules }, catalogs.get(variant)!)
    failing.set(
      variant,
      results.filter(({ failure }) => failure),
    )
    expect(failing.get(variant)).toHaveLength(3)
  }
}, 60_000)
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await server.close()
})

async function listedIds({ baseUrl, keys, project }: TargetSettings): Promise<string[]> {
  const headers = { 'X-Api-Key': keys.active!.value }
  const list = async (path: string) => {
    const { items } = (await (await fetch(`${baseUrl}/api/public/v1${path}?size=100`, { headers })).json()) as Page
    return items.map(({ id }) => id)
  }
  return [...(await list('/projects')), ...(await list(`/projects/${project}/datasets`))]
}
interface Page {
  readonly items: readonly { readonly id: string }[]
}

function behaviourOf(fault: string) {
  const [id, name] = fault.split('/') as [string, string]
  return catalogs.get(id[0] as Variant)!.rules.find((rule) => rule.id === id)!.faults![name]
}

async function run(variant: Variant, settings: Settings, catalog: Catalog): Promise<readonly RuleResult[]> {
  const session = startSession(settings, targets.get(variant)!, catalog)
  const results = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  return results
}

/** The requests and outcomes of a replay of these rules. */
async function replayed(variant: Variant, rules: readonly unknown[], seed = SETTINGS.seed) {
  const report = { targets: [{ variant, rules }] } as unknown as Report
  const planned = planReplay(report, [], [targets.get(variant)!], catalogs)
  const cases = planned.flatMap((one) => one.case ?? [])
  const settings = { ...SETTINGS, seed, replay: cases }
  seen = []
  const results = await run(variant, settings, replayCatalog(catalogs.get(variant)!, cases, settings))
  return { seen, results, planned }
}

const DOCUMENTED: Record<Variant, RegExp> = {
  a: /^\/a\/api\/public\/v1\/users$/,
  b: /^\/b\/api\/public\/v1\/(company|projects(\/(?<project>[^/]+)\/(nodes|datasets(\/(?<dataset>[^/]+)\/rows)?))?)$/,
}

/** Expect documented paths with the ids of the deployment only, and secrets in the credential header only. */
function expectOrdinary(variant: Variant, requests: readonly Seen[]): void {
  const { project, dataset, keys } = targets.get(variant)!
  for (const { path, search, headers } of requests) {
    expect(path).toMatch(DOCUMENTED[variant])
    const { project: asked = project, dataset: of = dataset } = DOCUMENTED[variant].exec(path)?.groups ?? {}
    // Discovery looks at other ids, but only at those that the deployment lists.
    expect(listed).toContain(asked)
    expect(listed).toContain(of)
    for (const { value } of Object.values(keys)) {
      expect(showsSecret(`${path}?${search}`, value), search).toBe(false)
      const at = headers.filter((header) => showsSecret(header.join(': '), value)).map(([name]) => name)
      expect(variant === 'a' ? ['', 'X-Api-Key', 'Authorization'] : ['', 'X-Api-Key']).toContain(at.join())
    }
    const names = headers.map(([name]) => name.toLowerCase()).filter((name) => !ORDINARY.includes(name))
    expect(names).toEqual([])
    for (const [name, value] of headers) if (name === 'Authorization') expect(value).toMatch(/^Bearer [\w-]*$/)
  }
}
const ORDINARY = ['host', 'connection', 'accept', 'accept-language', 'user-agent', 'x-api-key', 'authorization']

function showsSecret(text: string, key: string): boolean {
  const secret = key.slice(-64)
  const found = text.toLowerCase()
  return Array.from({ length: 57 }, (_, i) => secret.slice(i, i + 8)).some((part) => found.includes(part.toLowerCase()))
}

test.for(['a', 'b'] as Variant[])('the reports of %s as they are still fail', async (variant) => {
  const { results, seen } = await replayed(variant, failing.get(variant)!)
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  expect(seen.length).toBeGreaterThan(9)
  expectOrdinary(variant, seen)
})

const key = [{ env: 'TENANT_A_KEY' }]
/** Manual edits that leaked the key when replays took requests from the report. */
const EDITS: Record<string, (failure: Failure) => object> = {
  'a path with dot segments': (failure) => ({ request: { ...failure.request, path: '/../../../../steal/me' } }),
  'an endpoint with dot segments': (failure) => ({
    request: { ...failure.request, endpoint: '/../../../../steal/me' },
  }),
  'a key in the query': (failure) => ({ request: { ...failure.request, query: [['leak', key]] } }),
  'a key in a documented parameter': (failure) => ({ request: { ...failure.request, query: [['page', key]] } }),
  'a key in another header': (failure) => ({
    request: {
      ...failure.request,
      headers: [
        ['X-Leak', key],
        ['Cookie', key],
      ],
    },
  }),
  'a key in other credentials': ({ request }) => ({
    request: {
      ...request,
      credential: {
        ...request?.credential,
        headers: [
          ['Cookie', key],
          ['X-Leak', key],
        ],
      },
    },
  }),
  'a key in base64': ({ request }) => ({
    request: {
      ...request,
      credential: { class: 'active', form: 'other', headers: [['Authorization', ['Basic ', { base64: key }]]] },
    },
  }),
  'a case that names a place for the key': () => ({ counterexample: { query: 'leak' } }),
  'a case with pieces of a key': () => ({ counterexample: { by: 'X-Api-Key', key }, path: 'first:0' }),
  'an origin with such a case': () => ({
    origin: { rule: 'a.auth.key-only-credential', path: 'first:0', case: { query: 'leak' } },
  }),
  'a path beyond the cases': () => ({ path: 'any:9999:9999:9999' }),
}

test.for(Object.entries(EDITS))('%s sends no key anywhere else', async ([, edit]) => {
  const rules = failing.get('a')!.map((rule) => ({ ...rule, failure: { ...rule.failure!, ...edit(rule.failure!) } }))
  const { seen } = await replayed('a', rules)
  expectOrdinary('a', seen)
})

/** Paths to the strings, numbers and arrays in a JSON value. */
function places(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [[...path]]
  const inner = Object.entries(value).flatMap(([name, item]) =>
    places(item, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return Array.isArray(value) ? [[...path], ...inner] : inner
}

function withValue(value: unknown, [name, ...rest]: readonly (string | number)[], replacement: unknown): unknown {
  if (name === undefined) return replacement
  if (Array.isArray(value)) return value.with(Number(name), withValue(value[Number(name)], rest, replacement))
  const object = value as Record<string, unknown>
  return { ...object, [name]: withValue(object[name], rest, replacement) }
}

const piece = fc.constantFrom(
  ...['A', 'B'].flatMap((v) => [[{ env: `TENANT_${v}_KEY` }], [{ base64: [{ env: `TENANT_${v}_KEY` }] }]]),
)
const hostile = fc.oneof(
  piece,
  piece.map((one) => [['leak', one]]),
  fc.constantFrom<unknown>(
    '/../../../../steal/me',
    '/users/../../steal',
    '//evil.example/x',
    'http://evil.example/',
    '/projects/other/nodes',
  ),
  fc.constantFrom<unknown>(
    'all',
    'first:0',
    'first:1',
    'any:0',
    'any:3:1',
    'first:0:0',
    'active',
    'revoked',
    'other-company',
    'misplaced',
  ),
  fc.constantFrom<unknown>(
    'x-api-key',
    'bearer',
    'other',
    'Cookie',
    'X-Leak',
    'Host',
    '__proto__',
    'constructor',
    'a\r\nX-Leak: 1',
  ),
  fc.constantFrom<unknown>(
    'a.auth.key-only-credential',
    'b.auth.other-headers-unread',
    'a.users.partition',
    'b.tenancy.isolated',
    'a.observed.head',
  ),
  fc.oneof(fc.integer(), fc.string({ unit: 'binary', maxLength: 12 }), fc.jsonValue({ maxDepth: 2 })),
)

test.for(['a', 'b'] as Variant[])(
  'no mutation of a report of %s sends anything unordinary',
  { timeout: 120_000 },
  async (variant) => {
    const original = JSON.parse(JSON.stringify(failing.get(variant)))
    const editable = places(original).filter((path) => !path.includes('exchanges') && !path.includes('causes'))
    expect(editable.length).toBeGreaterThan(50)
    const change = fc.tuple(fc.constantFrom(...editable), hostile)
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 9 }),
        async (changes, seed) => {
          const mutated = changes.reduce((value, [path, replacement]) => {
            try {
              return withValue(value, path, replacement)
            } catch {
              // An earlier change removed this path.
              return value
            }
          }, original) as readonly unknown[]
          if (!Array.isArray(mutated)) return
          const rules = mutated.filter((rule) => typeof rule?.id === 'string')
          const { seen } = await replayed(variant, rules, seed < 8 ? SETTINGS.seed : seed)
          expectOrdinary(variant, seen)
        },
      ),
      { numRuns: 150 },
    )
  },
)
