import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { type Bench, isWithinLimits, type Metric, SAMPLES, table } from './metric.ts'

/** `npm run bench`, or `npm run bench -- NAME...`. Results go to standard output and to `bench-results/`. */
const BENCHES: readonly string[] = ['overhead', 'start-up', 'latency', 'requests', 'growth', 'paging', 'rate', 'server']
/** Only by name: README quotes `cost`, which needs an idle machine, and `side-by-side` runs other tools. */
const BY_NAME: readonly string[] = ['cost', 'side-by-side']
const OUT = resolve('bench-results')

const names = process.argv.slice(2)
const unknown = names.find((name) => ![...BENCHES, ...BY_NAME].includes(name))
if (unknown !== undefined) {
  process.stderr.write(`unknown bench ${JSON.stringify(unknown)}; known: ${[...BENCHES, ...BY_NAME].join(', ')}\n`)
  process.exit(2)
}

mkdirSync(OUT, { recursive: true })
const all: (Metric & { bench: string })[] = []
for (const name of names.length > 0 ? names : BENCHES) {
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench }
  process.stderr.write(`${name}: ${bench.what}\n`)
  const start = performance.now()
  const metrics = await bench.measure()
  all.push(...metrics.map((metric) => ({ bench: name, ...metric })))
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, load: loadavg(), node: process.version }
  const seconds = Math.round((performance.now() - start) / 1000)
  const record = { at: new Date().toISOString(), bench: name, what: bench.what, samples: SAMPLES, seconds, machine }
  writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify({ ...record, metrics }, null, 2)}\n`)
}
process.stdout.write(`${table(all)}\n`)
process.exit(all.every(isWithinLimits) ? 0 : 1)
