import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

/** At how many moments each signal is sent: more by hand (`MOMENTS=50`). */
const MOMENTS = Number(process.env.MOMENTS ?? 2)

const checkout = resolve(import.meta.dirname, '../..')
const dir = newFolder()
const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const isReport = ajv.compile(JSON.parse(readFileSync(join(checkout, 'fixtures/report.schema.json'), 'utf8')))

/** The reference server's control, which notes what becomes of each key. */
const CONTROL = `import { appendFileSync } from 'node:fs'
import control from '${checkout}/reference-server/control/module.ts'
const note = (...words) => appendFileSync(process.env.NOTES, JSON.stringify(words) + '\\n')
const noting = (side) => ({
  ...side,
  async createKey(choice) {
    const made = await side.createKey(choice)
    note('created', made.keyId, made.expiresAt ?? choice?.expiresAt, choice?.issuedBy)
    return made
  },
  ...Object.fromEntries(['revokeKey', 'expireKey', 'revokeKeysIssuedBy'].flatMap((name) => side[name] ? [[name, async (one) => {
    await side[name](one)
    note(name, one)
  }]] : [])),
})
export default { a: noting(control.a), b: noting(control.b) }
`

let server: Served
beforeAll(async () => {
  server = await served()
  writeFileSync(join(dir, 'control.mjs'), CONTROL)
})
afterAll(async () => {
  await server.stop()
})

const FILES = ['console', 'junit', 'html', 'har'].flatMap((name) => ['--reporter', name])
const RULES = ['a.key.*', 'b.key.*'].flatMap((pattern) => ['--rule', pattern])
const ARGS = ['run', '--depth', 'quick', '--record', 'all', '--control', 'control.mjs', ...RULES, ...FILES]

/** Runs, and sends signals at these milliseconds after the start. */
async function interrupted(name: string, signals: readonly (readonly [NodeJS.Signals, number])[], args = ARGS) {
  const out = join(dir, name)
  const notes = join(dir, `${name}.notes`)
  appendFileSync(notes, '')
  const env = { ...server.env, PATH: process.env.PATH, NOTES: notes }
  const bin = join(checkout, 'src/cli/bin.js')
  const child = spawn(process.execPath, ['--', bin, ...args, '--out', out], { cwd: dir, env })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (said.stdout += text))
  child.stderr.on('data', (text) => (said.stderr += text))
  const timers = signals.map(([signal, ms]) => setTimeout(() => child.kill(signal), ms))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  for (const timer of timers) clearTimeout(timer)
  const path = join(out, 'report.json')
  const report: Report | undefined = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  return { ...said, code, signal, out, report, notes: readFileSync(notes, 'utf8') }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const random = (most: number): number => Math.round(Math.random() * most)

/** Keys that were created and neither were taken back nor have expired. */
function leftIn(notes: string): string[] {
  const words: string[][] = notes
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const over = new Set(words.flatMap(([what, one]) => (what === 'created' ? [] : [one])))
  const isLeft = ([what, keyId, expiresAt, issuedBy]: string[]) =>
    what === 'created' && !over.has(keyId) && !over.has(issuedBy ?? '') && !(Date.parse(expiresAt ?? '') < Date.now())
  return words.filter(isLeft).map(([, keyId]) => keyId!)
}

/** Every file at its final path is complete. */
function expectWhole(out: string): void {
  const readers: Record<string, (path: string) => unknown> = {
    'report.json': (path) =>
      expect(isReport(JSON.parse(readFileSync(path, 'utf8'))), ajv.errorsText(isReport.errors)).toBe(true),
    'junit.xml': (path) => expect(readFileSync(path, 'utf8')).toMatch(/<\/testsuites>\s*$/),
    'report.html': (path) => expect(readFileSync(path, 'utf8')).toMatch(/<\/html>\s*$/),
    'exchanges.har': (path) => JSON.parse(readFileSync(path, 'utf8')),
    'recording-a.ndjson.gz': (path) => expect(gunzipSync(readFileSync(path)).toString()).toContain('\n{"end":'),
    'recording-b.ndjson.gz': (path) => expect(gunzipSync(readFileSync(path)).toString()).toContain('\n{"end":'),
  }
  for (const name of existsSync(out) ? readdirSync(out) : [])
    if (!name.includes('.tmp')) readers[name]!(join(out, name))
}

describe('interrupted at any moment', { timeout: 300_000 }, () => {
  /** Milliseconds that a run takes. */
  let whole = 0
  beforeAll(async () => {
    const begun = performance.now()
    const { code, report, notes } = await interrupted('whole', [])
    whole = performance.now() - begun
    expect([code, report!.run.interrupted]).toEqual([0, false])
    // Nothing would be proven by a run that creates nothing.
    expect(notes.match(/"created"/g)!.length).toBeGreaterThan(5)
    expect(leftIn(notes)).toEqual([])
  }, 300_000)

  test.for(Array.from({ length: 3 * MOMENTS }, (_, i) => i))(
    '%i: a whole report of what was learnt, and nothing left',
    async (i) => {
      const ms = random(whole)
      const signal = SIGNALS[i % 3]!
      const seen = await interrupted(`at-${i}`, [[signal, ms]])
      const at = `${signal} after ${ms} ms: ${seen.stderr}`
      expect(seen.stderr, at).not.toMatch(/\n\s+at /)
      expectWhole(seen.out)
      expect(existsSync(seen.out) ? readdirSync(seen.out).filter((name) => name.includes('.tmp')) : [], at).toEqual([])
      // Before our own first line runs, the signal itself ends the process.
      if (seen.signal) return expect([seen.signal, seen.notes], at).toEqual([signal, ''])
      if (seen.code === 0) return expect(seen.report!.run.interrupted, at).toBe(false)
      expect(seen.code, at).toBe({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[signal])
      if (!seen.report) return expect(seen.notes, at).toBe('')
      if (seen.report.run.interrupted) expect(seen.stdout, at).toContain('interrupted')
      expect(seen.stderr, at).toContain('stopping: ')
      const reported = seen.report.targets.flatMap(({ leftovers = [] }) => leftovers).join()
      if (reported.includes('had not returned')) return
      expect(
        leftIn(seen.notes).filter((keyId) => !reported.includes(keyId)),
        at,
      ).toEqual([])
    },
  )

  test.for(Array.from({ length: MOMENTS }, (_, i) => i))('%i: leaves no partial file when killed', async (i) => {
    const { out, signal } = await interrupted(`killed-${i}`, [['SIGKILL', random(whole)]])
    expect(['SIGKILL', null]).toContain(signal)
    expectWhole(out)
  })

  test('a second signal exits immediately, names unrevoked keys, and leaves no partial file', async () => {
    writeFileSync(
      join(dir, 'stuck.mjs'),
      `import control from '${checkout}/reference-server/control/module.ts'
      export default { a: { ...control.a, revokeKey: () => new Promise(() => setInterval(() => {}, 1000)) } }`,
    )
    const args = ['run', '--variant', 'a', '--rule', 'a.key.*', '--control', 'stuck.mjs', '--record', 'all']
    const { code, report, stderr, out } = await interrupted(
      'twice',
      [
        ['SIGINT', whole],
        ['SIGTERM', whole + 1000],
      ],
      args,
    )
    expect([code, report]).toEqual([143, undefined])
    expect(stderr).toMatch(/ended before everything was revoked; revoke these yourself: \S+_[0-9a-f]{16}\b/)
    expect(readdirSync(out)).toEqual([])
  })

  test('a repeated SIGHUP does not interrupt the cleanup', async () => {
    const hangups = [0, 1, 20].map((later) => ['SIGHUP', whole / 2 + later] as const)
    const { code, report, notes } = await interrupted('hung-up', hangups)
    expect([code, report!.run.interrupted, leftIn(notes)]).toEqual([129, true, []])
  })

  test('the next run removes partial files of a killed one', async () => {
    const args = [...ARGS.slice(0, 3), '--variant', 'a', '--rule', 'a.users.envelope', '--record', 'all']
    await interrupted('half', [['SIGKILL', whole / 2]], ARGS)
    writeFileSync(join(dir, 'half/notes.999999.tmp'), 'not ours')
    const { out, code } = await interrupted('half', [], args)
    expect(code).toBe(0)
    expect(readdirSync(out).filter((name) => name.endsWith('.tmp'))).toEqual(['notes.999999.tmp'])
  })
})
