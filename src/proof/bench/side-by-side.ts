import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { loadCatalog, ruleFile } from '../../core/catalog.ts'
import { isTimed, usesControl } from '../../engine/session/rule-traits.ts'
import { matrixOf } from '../selfcheck/matrix.ts'
import type { Bench, Figure } from './figure.ts'
import { file, serve, temporary, withoutControl } from './processes.ts'

/**
 * A command that says by its exit code whether a server of variant A is as documented. `{url}` stands for its base URL, `{key}` for
 * an active key, `{openapi}` for its OpenAPI document.
 */
interface Tool {
  readonly name: string
  readonly command: string
}

const OURS = `'${process.execPath}' '${file('src/cli/bin.js')}' run --variant a --strict --no-timing --seed 1 --reporter json`
const SCHEMATHESIS = `schemathesis run {openapi} --url {url}/api/public/v1 -H 'X-Api-Key: {key}'`

/** Of the faults, and of the freedoms, every so manyth. */
const STEP = Number(process.env.BENCH_STEP ?? 40)

export const bench: Bench = {
  name: 'side-by-side',
  what: 'faults caught, false alarms, requests and seconds of each tool; BENCH_TOOL="COMMAND {url} {key} {openapi}" adds one',
  async measure() {
    const { rules } = await loadCatalog('a')
    // What a tool can see that is given one key and no console.
    const seen = rules.filter((rule) => !isTimed(rule) && !usesControl(rule))
    const some = <T>(all: readonly T[]) => all.filter((_, i) => i % STEP === 0)
    const named = (kind: 'fault' | 'freedom') =>
      some(matrixOf(seen, kind)).map(({ rule, name }) => `${ruleFile(rule)}#default.${kind}s.${name}`)
    const [faults, freedoms] = [named('fault'), named('freedom')]
    const figures: Figure[] = []
    for (const tool of tools()) {
      const broken = await all(
        faults.map((spec) => [spec]),
        tool,
      )
      const legal = await all([[], ...freedoms.map((spec) => [spec])], tool)
      const both = [...broken, ...legal]
      const of = (name: string, value: number, note = '') =>
        figures.push({ bench: 'side-by-side', name: `${tool.name}: ${name}`, value, note })
      of('faults caught', broken.filter(({ red }) => red).length, `of ${broken.length}`)
      of('false alarms', legal.filter(({ red }) => red).length, `of ${legal.length} legal servers`)
      of('requests a server', both.reduce((sum, { requests }) => sum + requests, 0) / both.length)
      of('seconds a server', both.reduce((sum, { ms }) => sum + ms, 0) / both.length / 1000)
    }
    return figures
  },
}

function tools(): Tool[] {
  const own = ['quick', 'standard'].map((depth) => ({ name: depth, command: `${OURS} --depth ${depth} --out {out}` }))
  const schemathesis = spawnSync('schemathesis', ['--version']).status === 0
  const further = process.env.BENCH_TOOL
  if (!schemathesis) process.stderr.write('schemathesis is not installed: it is left out\n')
  return [
    ...own,
    ...(schemathesis ? [{ name: 'schemathesis', command: SCHEMATHESIS }] : []),
    ...(further ? [{ name: further.split(' ')[0]!, command: further }] : []),
  ]
}

interface Told {
  readonly red: boolean
  readonly requests: number
  readonly ms: number
}

async function all(servers: readonly string[][], tool: Tool): Promise<Told[]> {
  const told: Told[] = []
  for (const besides of servers) told.push(await tell(besides, tool))
  return told
}

async function tell(besides: readonly string[], { command }: Tool): Promise<Told> {
  const server = await serve({ besides })
  const { TENANT_A_BASE_URL: url = '', TENANT_A_KEY: key = '' } = server.env
  const filled = Object.entries({ url, key, openapi: `${url}/openapi.json`, out: temporary() }).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, value),
    command,
  )
  const begun = performance.now()
  const env = { PATH: process.env.PATH!, ...withoutControl(server.env) }
  const child = spawn('sh', ['-c', filled], { env, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  const ms = performance.now() - begun
  return { red: code !== 0, requests: (await server.stop()).length, ms }
}
