import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { loadCatalog, ruleFile } from '../../core/catalog.ts'
import { isTimed, usesControl } from '../../engine/session/rule-traits.ts'
import { matrixOf } from '../selfcheck/matrix.ts'
import type { Bench, Metric } from './metric.ts'
import { file, serve, temporary, withoutControl } from './processes.ts'

/** Commands whose exit code says whether a server of variant A conforms. Placeholders: `{url}`, `{key}`, `{openapi}`, `{out}`. */
const OURS = `'${process.execPath}' '${file('src/cli/bin.js')}' run --variant a --strict --no-timing --seed 1 --reporter json`
const SCHEMATHESIS = `schemathesis run {openapi} --url {url}/api/public/v1 -H 'X-Api-Key: {key}'`

/** Tests every n-th fault and freedom. */
const STEP = Number(process.env.BENCH_STEP ?? 40)

export const bench: Bench = {
  what: 'faults found, false alarms, requests and seconds of each tool; BENCH_TOOL="COMMAND {url} {key} {openapi}" adds one',
  async measure() {
    const { rules } = await loadCatalog('a')
    // What a tool with one key and no admin access can see.
    const visible = rules.filter((rule) => !isTimed(rule) && !usesControl(rule))
    const behaviours = (kind: 'fault' | 'freedom') =>
      matrixOf(visible, kind)
        .filter((_, i) => i % STEP === 0)
        .map(({ rule, name }) => [`${ruleFile(rule)}#default.${kind}s.${name}`])
    const metrics: Metric[] = []
    for (const [tool, command] of Object.entries(tools())) {
      const faulty = await runAll(command, behaviours('fault'))
      const legal = await runAll(command, [[], ...behaviours('freedom')])
      const all = [...faulty, ...legal]
      const add = (name: string, value: number, note = '') => metrics.push({ name: `${tool}: ${name}`, value, note })
      add('faults found', faulty.filter(({ failed }) => failed).length, `of ${faulty.length}`)
      add('false alarms', legal.filter(({ failed }) => failed).length, `of ${legal.length} legal servers`)
      add('requests per server', all.reduce((sum, { requests }) => sum + requests, 0) / all.length)
      add('seconds per server', all.reduce((sum, { ms }) => sum + ms, 0) / all.length / 1000)
    }
    return metrics
  },
}

function tools(): Record<string, string> {
  const own = Object.fromEntries(['quick', 'standard'].map((depth) => [depth, `${OURS} --depth ${depth} --out {out}`]))
  const hasSchemathesis = spawnSync('schemathesis', ['--version']).status === 0
  if (!hasSchemathesis) process.stderr.write('schemathesis is not installed: skipped\n')
  const { BENCH_TOOL: other } = process.env
  return {
    ...own,
    ...(hasSchemathesis && { schemathesis: SCHEMATHESIS }),
    ...(other && { [other.split(' ')[0]!]: other }),
  }
}

async function runAll(command: string, servers: readonly string[][]) {
  const results: { failed: boolean; requests: number; ms: number }[] = []
  for (const faults of servers) {
    const server = await serve({ faults })
    const { TENANT_A_BASE_URL: url = '', TENANT_A_KEY: key = '' } = server.env
    const values = { url, key, openapi: `${url}/openapi.json`, out: temporary() }
    const filled = command.replace(/\{(url|key|openapi|out)\}/g, (_, name: keyof typeof values) => values[name])
    const start = performance.now()
    const env = { PATH: process.env.PATH!, ...withoutControl(server.env) }
    const [code] = (await once(spawn('sh', ['-c', filled], { env, stdio: 'ignore' }), 'exit')) as [number]
    const ms = performance.now() - start
    results.push({ failed: code !== 0, requests: (await server.stop()).length, ms })
  }
  return results
}
