import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { type Bench, type Figure, isKept, TIMES, table } from './figure.ts'

/** `npm run bench`, or `npm run bench -- NAME...`. Figures go to standard output and to `bench-results/`. */
const BENCHES: readonly string[] = ['overhead', 'start-up', 'latency', 'requests', 'growth', 'paging', 'rate', 'server']
/** Asked for by name only: what README tells is measured on a quiet machine, and another tool is not ours. */
const FURTHER: readonly string[] = ['cost', 'side-by-side']
const OUT = resolve('bench-results')

const asked = process.argv.slice(2)
const unknown = asked.find((name) => ![...BENCHES, ...FURTHER].includes(name))
if (unknown !== undefined) {
  process.stderr.write(`bench: no ${JSON.stringify(unknown)}; there are ${[...BENCHES, ...FURTHER].join(', ')}\n`)
  process.exit(2)
}

mkdirSync(OUT, { recursive: true })
const figures: Figure[] = []
for (const name of asked.length > 0 ? asked : BENCHES) {
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench }
  process.stderr.write(`${bench.name}: ${bench.what}\n`)
  const begun = performance.now()
  const measured = await bench.measure(OUT)
  figures.push(...measured)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, load: loadavg(), node: process.version }
  const seconds = Math.round((performance.now() - begun) / 1000)
  const record = { at: new Date().toISOString(), bench: bench.name, what: bench.what, times: TIMES, seconds, machine }
  writeFileSync(join(OUT, `${bench.name}.json`), `${JSON.stringify({ ...record, figures: measured }, null, 2)}\n`)
}
process.stdout.write(`${table(figures)}\n`)
process.exit(figures.every(isKept) ? 0 : 1)
