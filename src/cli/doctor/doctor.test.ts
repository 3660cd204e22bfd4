import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { loadCatalog, loadProbes } from '../../core/catalog.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import { type Deployment, deploy } from '../../proof/selfcheck/deployment.ts'
import { FOREIGN_SERVERS, serve } from '../../testing/foreign-servers.ts'
import { leaks } from '../../testing/leaks.ts'
import { collectEvidence } from './collect-evidence.ts'
import { type Diagnosis, diagnose } from './diagnose.ts'
import type { Finding } from './finding.ts'

const settings = { rules: [], concurrency: 16, timeout: 2000, timing: true, rate: 1000 } as unknown as Settings
const KEY = `acme_${'a1'.repeat(8)}_${'7f3a91c05be24d68'.repeat(4)}`
const { signal } = new AbortController()

async function doctor(supplied: TargetSettings): Promise<Diagnosis> {
  const { variant } = supplied
  const [catalog, probes] = await Promise.all([loadCatalog(variant), loadProbes(variant)])
  const evidence = await collectEvidence({ settings, supplied, catalog, probes, control: [], signal })
  const { rules } = catalog
  return diagnose(evidence, { rules, settings, shape: probes.shape, now: Date.now() })
}

const at = (variant: Variant, baseUrl: string): TargetSettings => ({
  variant,
  baseUrl,
  keys: { active: { env: `TENANT_${variant.toUpperCase()}_KEY`, value: KEY } },
  ordered: false,
  noScopeEndpoints: [],
})

const of = ({ findings }: Diagnosis, about: string): Finding => findings.find((one) => one.about === about)!
const doubts = ({ findings }: Diagnosis): string[] =>
  findings.filter(({ mark }) => mark !== 'good').map(({ about }) => about)

let open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open) await one.close()
  open = []
})

async function deployed(behaviour?: Partial<Behaviour>): Promise<Deployment> {
  const deployment = await deploy(behaviour)
  open.push(deployment)
  return deployment
}

async function served(listener: RequestListener) {
  const server = await serve(listener)
  open.push(server)
  return server
}

describe.for(['a', 'b'] as const)('the reference server, variant %s', (variant) => {
  test('finds nothing wrong, with at most 12 requests and no secret', async () => {
    let requests = 0
    const gateway: Behaviour['gateway'] = (call) => {
      requests++
      return call.conforming.gateway(call)
    }
    const { project, dataset, ...found } = (await deployed({ gateway })).target(variant)
    for (const supplied of [{ ...found, project, dataset }, found]) {
      requests = 0
      const diagnosis = await doctor(supplied)
      expect(doubts(diagnosis)).toEqual([])
      expect(diagnosis.findings.map(({ about }) => about)).toEqual(
        expect.arrayContaining(['address', 'connection', 'clock', ...Object.values(found.keys).map(({ env }) => env)]),
      )
      expect(requests).toBe(diagnosis.requests)
      expect(requests).toBeLessThanOrEqual(12)
      const keys = Object.values(found.keys).map(({ value }) => value)
      expect(leaks(JSON.stringify(diagnosis), keys)).toEqual([])
      expect(of(diagnosis, 'connection').text).toMatch(/^HTTP\/1\.1, \d/)
    }
  })

  test('names missing settings, with a line to paste', async () => {
    const { baseUrl, keys } = (await deployed()).target(variant)
    const { rules } = await doctor({ ...at(variant, baseUrl), keys: { active: keys.active } })
    const setting = `TENANT_${variant.toUpperCase()}_KEY_REVOKED`
    const lack = rules!.missing.find(({ supply }) => supply.startsWith(`${setting} `))!
    expect(lack.rules).toContain(`${variant}.auth.revoked-key`)
    expect(lack.paste).toEqual([`export ${setting}=...`])
    const waiting = new Set(rules!.missing.flatMap((one) => one.rules))
    expect(rules!.tried + waiting.size).toBe(rules!.total)
    expect(rules!.missing.filter(({ paste }) => paste.length === 0)).toEqual([])
  })
})

test('doubts a key in another condition than its setting says, and a run can start', async () => {
  const { keys, ...target } = (await deployed()).target('a')
  const swapped = { ...keys, revoked: { ...keys.revoked!, value: keys['no-scope']!.value }, 'no-scope': undefined! }
  delete (swapped as Record<string, unknown>)['no-scope']
  const diagnosis = await doctor({ ...target, keys: swapped })
  expect(doubts(diagnosis)).toEqual(['TENANT_A_KEY_REVOKED'])
  expect(of(diagnosis, 'TENANT_A_KEY_REVOKED')).toMatchObject({
    text: expect.stringContaining('should be a revoked key, but GET /users returned 403'),
    todo: expect.stringContaining('check in the admin UI whether this key is revoked'),
  })
  expect(diagnosis.usable).toBe(true)
})

test('tells via which header of variant A a key was tried', async () => {
  const behaviour: Partial<Behaviour> = {
    keyRevoked: (key, _now, call) => key.state === 'revoked' && call.form !== 'bearer',
  }
  const diagnosis = await doctor((await deployed(behaviour)).target('a'))
  expect(of(diagnosis, 'TENANT_A_KEY').text).toMatch(/accepted via X-Api-Key and Bearer$/)
  expect(of(diagnosis, 'TENANT_A_KEY_EXPIRED').text).toMatch(/401 via X-Api-Key and Bearer$/)
  expect(of(diagnosis, 'TENANT_A_KEY_NO_SCOPE').text).toMatch(
    /403 via X-Api-Key \(not sent as Bearer, to stay within 12 requests: `run` tests both\)$/,
  )
  expect(of(diagnosis, 'TENANT_A_KEY_REVOKED').text).toContain('but GET /users via Bearer returned 200')
})

test('tests the no-scope key at each endpoint that it should lack the scope for', async () => {
  const { keys, ...target } = (await deployed()).target('b')
  const mistaken = { ...keys, 'no-scope': { ...keys['no-scope']!, value: keys['other-company']!.value } }
  delete (mistaken as Record<string, unknown>)['other-company']
  const diagnosis = await doctor({ ...target, keys: mistaken, noScopeEndpoints: ['company'] })
  expect(of(diagnosis, 'TENANT_B_KEY_NO_SCOPE')).toMatchObject({
    mark: 'doubtful',
    text: expect.stringContaining('GET /company returned 200'),
    todo: expect.stringMatching(/TENANT_B_NO_SCOPE_ENDPOINTS; or the server does not check scopes, or keeps/),
  })
})

test.for(['a', 'b'] as const)(
  'says of variant %s that scopes may not be checked, and names no unset setting',
  async (variant) => {
    const { keys, ...target } = (await deployed({ requiredScope: () => undefined })).target(variant)
    const setting = `TENANT_${variant.toUpperCase()}_KEY_NO_SCOPE`
    expect(of(await doctor({ ...target, keys }), setting).todo).toBe(
      'supply a key without the scope that this endpoint needs; or the server does not check scopes, or keeps what another key got: `run` judges that',
    )
  },
)

test('says of another status than 403 that key or deployment may be at fault', async () => {
  const { keys, ...target } = (await deployed({ forbiddenStatus: () => 402 })).target('a')
  const { text, todo } = of(await doctor({ ...target, keys }), 'TENANT_A_KEY_NO_MODULE')
  expect(text).toContain('returned 402')
  expect(todo).toMatch(/^check in the admin UI that its company is without the module .* the deployment is at fault/)
})

test('says that a refusal with the status of a success is the deployment’s fault', async () => {
  const { keys, ...target } = (await deployed({ forbiddenStatus: () => 200 })).target('b')
  const { text, todo } = of(await doctor({ ...target, keys }), 'TENANT_B_KEY_NO_SCOPE')
  expect(text).toContain('returned 200 with error.code "forbidden"')
  expect(todo).toMatch(/^none for you: /)
})

test('doubts a key with another prefix', async () => {
  const { keys, ...target } = (await deployed()).target('a')
  const expired = { env: 'TENANT_A_KEY_EXPIRED', value: KEY }
  const diagnosis = await doctor({ ...target, keys: { ...keys, expired } })
  expect(diagnosis.findings.at(-1)).toMatchObject({ mark: 'doubtful', text: expect.stringContaining('acme_') })
})

const PAGE_A = JSON.stringify({ data: [], pagination: { page: 1, per_page: 25, total: 0, total_pages: 0 } })
const PAGE_B = JSON.stringify({ items: [], total: 0, page: 1, size: 50, pages: 0 })
const answering =
  (path: string, body: string, headers: Record<string, string> = {}): RequestListener =>
  ({ url = '' }, res) =>
    url.includes(path) ? res.writeHead(200, headers).end(body) : res.writeHead(404).end('{}')

test.for([
  ['a', 'b', '/projects', PAGE_B],
  ['b', 'a', '/users', PAGE_A],
] as const)('recognises, configured as %s, variant %s', async ([asked, is, path, body]) => {
  const { baseUrl } = await served(answering(path, body))
  const diagnosis = await doctor(at(asked, baseUrl))
  expect(diagnosis.usable).toBe(false)
  expect(of(diagnosis, 'address').paste).toEqual([`export TENANT_${is.toUpperCase()}_BASE_URL=${baseUrl}`])
})

test('reports that no project with data was found within 12 requests', async () => {
  const items = Array.from({ length: 10 }, (_, id) => ({ id }))
  const server = await served(({ url = '' }, res) => {
    const body = /projects$/.test(url) ? { items, total: 10 } : { items: [], total: 0 }
    res.end(JSON.stringify({ page: 1, size: 50, pages: 1, ...body }))
  })
  const target = at('b', server.baseUrl)
  const revoked = { env: 'TENANT_B_KEY_REVOKED', value: KEY.replace('a1', 'b2') }
  const diagnosis = await doctor({ ...target, keys: { ...target.keys, revoked } })
  expect(of(diagnosis, 'data').paste).toEqual(['export TENANT_B_PROJECT_ID=...', 'export TENANT_B_DATASET_ID=...'])
  expect(of(diagnosis, 'TENANT_B_KEY_REVOKED').text).toContain('returned 200')
  expect(diagnosis.usable).toBe(true)
  expect(server.requests()).toBeLessThanOrEqual(12)
})

test('reports the clock difference', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString()
  const { baseUrl } = await served(answering('/users', PAGE_A, { date }))
  const clock = of(await doctor(at('a', baseUrl)), 'clock')
  expect(clock).toMatchObject({ mark: 'doubtful', todo: expect.stringContaining('NTP') })
  expect(clock.text).toMatch(/^(3599|360\d)\.\d s behind ours/)
})

describe.for(Object.entries(FOREIGN_SERVERS))('a server that %s', ([, listener]) => {
  test.for(['a', 'b'] as const)(
    'as variant %s: says what is wrong and what to do, within 12 requests',
    async (variant) => {
      const server = await served(listener)
      const diagnosis = await doctor(at(variant, server.baseUrl))
      expect(doubts(diagnosis)).toContain('address')
      for (const { mark, todo } of diagnosis.findings) expect(todo !== undefined).toBe(mark !== 'good')
      expect(server.requests()).toBeLessThanOrEqual(12)
    },
  )
})

test('advises to start a server where nothing listens', async () => {
  const { baseUrl, close } = await serve(() => undefined)
  await close()
  expect(await doctor(at('a', baseUrl))).toMatchObject({
    usable: false,
    findings: [{ mark: 'stop', todo: expect.stringContaining('nothing listens there') }, { about: 'keys' }],
  })
})
