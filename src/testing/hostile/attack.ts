import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Deployment, deploy } from '../../proof/selfcheck/deployment.ts'
import { type Hostile, listen } from './server.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const REPORTERS = ['console', 'json', 'junit', 'html', 'github', 'markdown', 'tap', 'ctrf', 'har']
/** Milliseconds after which a run that hangs is ended. */
const LONGEST = 180_000

export interface Attacked {
  readonly code: number | string
  readonly seconds: number
  /** Of the command, at its peak. */
  readonly megabytes: number
  readonly stdout: string
  readonly stderr: string
  readonly summary: string
  /** By their names. */
  readonly files: Readonly<Record<string, string>>
  /** Requests that the server received. */
  readonly paths: readonly string[]
  readonly keys: readonly string[]
}

/** Runs the command against a hostile deployment, as its user would. */
export async function attack(hostile: Hostile): Promise<Attacked> {
  const legal = await deploy()
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  const { variant = 'a', timeout = 1000 } = hostile
  const { listening, env, keys } = await settings(hostile, legal)
  try {
    const out = join(folder, 'out')
    const peak = join(folder, 'peak')
    const summary = join(folder, 'summary.md')
    if (listening.trusted) writeFileSync(join(folder, 'ca.pem'), listening.trusted)
    const ran = await command(
      [
        ...['run', '--variant', variant, '--depth', 'quick', '--no-timing', '--timeout', `${timeout}`, '--seed', '1'],
        '--out',
        out,
        ...REPORTERS.flatMap((name) => ['--reporter', name]),
      ],
      {
        ...env,
        HOSTILE_PEAK: peak,
        GITHUB_STEP_SUMMARY: summary,
        ...(listening.trusted && { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }),
      },
      folder,
    )
    return {
      ...ran,
      megabytes: Math.round(Number(read(peak)) / 1024),
      summary: read(summary),
      files: Object.fromEntries(names(out).map((name) => [name, read(join(out, name))])),
      paths: listening.paths,
      keys,
    }
  } finally {
    await listening.close()
    await legal.close()
    rmSync(folder, { recursive: true })
  }
}

async function settings(hostile: Hostile, legal: Deployment) {
  const { variant = 'a' } = hostile
  const { baseUrl, keys } = legal.target(variant)
  const listening = await listen(hostile, baseUrl)
  const secrets = Object.values(keys).map(({ env, value }) => [env, value] as const)
  const env = { [`TENANT_${variant.toUpperCase()}_BASE_URL`]: listening.baseUrl, ...Object.fromEntries(secrets) }
  return { listening, env, keys: secrets.map(([, value]) => value) }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const names = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function command(args: readonly string[], env: Record<string, string>, cwd: string) {
  const begun = performance.now()
  const preload = ['--import', join(import.meta.dirname, 'peak.ts'), '--', join(checkout, 'src/cli/bin.js')]
  const options = { cwd, env: { PATH: process.env.PATH!, ...env }, maxBuffer: 256 * 1024 * 1024, timeout: LONGEST }
  return new Promise<{ code: number | string; seconds: number; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [...preload, ...args], options, (error, stdout, stderr) =>
      done({
        code: error ? (error.signal ?? error.code ?? 'none') : 0,
        seconds: (performance.now() - begun) / 1000,
        stdout,
        stderr,
      }),
    )
  })
}
