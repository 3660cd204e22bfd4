import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readExpectations } from '../config/read-entries.ts'
import { loadCatalog } from '../core/catalog.ts'
import { parseJson, writeJson } from '../core/json.ts'
import { planReplay } from '../engine/replay/plan-replay.ts'
import { seal } from '../report/certificate/dsse.ts'
import { readReport } from '../report/read-report.ts'
import { type CommandCaller, commandCaller, KEY } from '../testing/call-command.ts'
import { fullReport } from '../testing/full-report.ts'
import { noise, spoilt } from '../testing/garbage.ts'
import { newFolder } from '../testing/new-folder.ts'
import { recorded } from '../testing/recorded.ts'

const dir = newFolder()
let by: CommandCaller
beforeEach(() => {
  by = commandCaller()
})
afterEach(() => vi.restoreAllMocks())

const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(dir, name), content)
  return join(dir, name)
}

/** For each of the texts; `runs` is few where one costs much. */
const each = (texts: Arbitrary<string>, numRuns: number, check: (text: string) => unknown) =>
  fc.assert(
    fc.asyncProperty(texts, async (text) => void (await check(text))),
    { numRuns },
  )

const orNoise = (texts: Arbitrary<string>) =>
  fc.oneof(
    { weight: 3, arbitrary: texts },
    noise,
    noise.map((text) => text + KEY),
  )

describe('reports', { timeout: 120_000 }, async () => {
  const whole = await fullReport(3)
  const report = { ...whole, targets: whole.targets.map((target) => ({ ...target, rules: target.rules.slice(0, 9) })) }
  const texts = orNoise(spoilt(report))

  test.for(['console', 'markdown', 'json'])('diff as %s', async (format) => {
    const good = file(`good-${format}.json`, writeJson(report as never))
    await each(texts, 150, async (text) => {
      const other = file(`other-${format}.json`, text)
      const code = await by.call(['diff', good, other, '--format', format], [0, 1, 2])
      await by.call(['diff', other, good, '--format', format], code === 2 ? [2] : [0, 1])
    })
  })

  test.for(['replay', 'regrade', 'summary'])('%s', async (command) => {
    await each(texts, 100, (text) => by.call([command, file(`${command}.json`, text)], [0, 1, 2, 3]))
  })

  test('curl', async () => {
    const { id } = report.targets[0]!.rules.find(({ failure }) => failure) ?? report.targets[0]!.rules[0]!
    await each(texts, 100, (text) => by.call(['curl', id, '--report', file('curl.json', text)], [0, 1, 2]))
  })

  test('replayed cases', async () => {
    const catalogs = new Map((await Promise.all([loadCatalog('a'), loadCatalog('b')])).map((one) => [one.variant, one]))
    const keys = { active: { env: 'TENANT_A_KEY', value: KEY } }
    const common = { baseUrl: 'http://127.0.0.1:1', keys, ordered: false, noScopeEndpoints: [] }
    const targets = (['a', 'b'] as const).map((variant) => ({ variant, ...common }))
    await each(texts, 150, (text) => {
      const read = by.usable(() => readReport(file('plan.json', text)))
      const planned = read ? planReplay(read, [], targets, catalogs) : []
      for (const { case: sent, reason } of planned) expect(sent ?? reason).toBeDefined()
    })
  })
})

test('recordings', { timeout: 300_000 }, async () => {
  const run = await recorded({ variant: 'a', depth: 'quick', rules: ['a.users.total'] })
  const text = gunzipSync(readFileSync(run.file)).toString().trim()
  await run.remove()
  const all = text.split('\n').map((line) => parseJson(line).json)
  const lines = [...all.slice(0, 8), all.at(-1)].map((line) => writeJson(line!))
  const texts = orNoise(
    fc
      .nat({ max: lines.length - 1 })
      .chain((i) => spoilt(JSON.parse(lines[i]!)).map((bad) => lines.with(i, bad).join('\n'))),
  )
  const bytes = fc.tuple(
    fc.oneof(
      texts,
      texts.map((bad) => `${lines[0]}\n${bad}`),
    ),
    fc.boolean(),
    fc.nat({ max: 120 }),
  )
  const check = async ([bad, packed, percent]: [string, boolean, number]) => {
    const content = packed ? gzipSync(bad) : Buffer.from(bad)
    const path = file('recording', content.subarray(0, (content.length * Math.min(percent, 100)) / 100))
    await by.call(['regrade', path, '--out', join(dir, 'regraded'), '--reporter', 'json'], [0, 1, 2, 3])
  }
  await fc.assert(fc.asyncProperty(bytes, check), { numRuns: 60 })
})

describe('certificates', { timeout: 120_000 }, () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = file('public.pem', publicKey.export({ type: 'spki', format: 'pem' }))
  const dates = { startedAt: '2026-01-01T00:00:00Z', validUntil: '2099-01-01T00:00:00Z' }
  const conformance = {
    ...{ suite: { name: 's', version: '1' }, ...dates, evidence: 'fixed keys', depth: 'quick' },
    targets: [{ variant: 'a', baseUrl: 'http://x', verdict: 'conformant' }],
  }
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'x', digest: { sha256: 'ab'.repeat(32) } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      scope: 'complete',
      result: 'PASSED',
      passedTests: ['a.x'],
      warnedTests: [],
      failedTests: [],
      conformance,
    },
  }
  const sealed = seal(JSON.stringify(statement), privateKey, publicKey)

  test('signed and unsigned certificates', async () => {
    const signed = spoilt(statement).map((text) => seal(text, privateKey, publicKey))
    await each(orNoise(fc.oneof(signed, spoilt(JSON.parse(sealed)))), 200, async (text) => {
      const path = file('certificate.json', text)
      const code = await by.call(['verify', path, '--public-key', pem], [0, 1, 2])
      await by.call(['badge', path, '--public-key', pem], code === 0 ? [0] : [0, 1, 2])
    })
  })

  test('keys', async () => {
    const certificate = file('sealed.json', sealed)
    const run = ['run', '--certificate', join(dir, 'never'), '--out', join(dir, 'out'), '--sign-key']
    await each(orNoise(noise), 60, async (text) => {
      await by.call(['verify', certificate, '--public-key', file('key.pem', text)])
      await by.call([...run, file('key.pem', text)])
    })
  })
})

test('expect files', { timeout: 120_000 }, async () => {
  const full = { rule: 'a.users.total', reason: 'later', until: '2099-01-01', contains: 'x' }
  const texts = orNoise(spoilt([full, { rule: 'b.*', reason: 'y' }]))
  const inYaml = noise.map((text) => `- rule: ${text}\n  reason: ${KEY}`)
  await each(fc.oneof(texts, inYaml), 120, (text) => {
    const read = by.usable(() =>
      readExpectations(file('expect.yaml', text), '2026-11-21', ['a.users.total', 'b.rows.walk']),
    )
    for (const { rule, reason } of read ?? []) expect([typeof rule, typeof reason]).toEqual(['string', 'string'])
  })
})
