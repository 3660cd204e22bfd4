import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caught } from './curve.ts'
import type { Bench, Figure } from './figure.ts'
import { type Line, plot } from './plot.ts'
import { file, runNode, runSuite, serve } from './processes.ts'

/** Of the matrix every so manyth fault: `BENCH_STEP=1` takes all of them. */
const STEP = process.env.BENCH_STEP ?? '4'
const PROCESSES = 2
/** Fewer than a standard run plans: what is sent first is then what catches most. */
const FEW = '200'

const RUNS = [
  { name: 'quick', depth: 'quick', most: '' },
  { name: 'standard', depth: 'standard', most: '' },
  { name: `standard, --max-requests ${FEW}`, depth: 'standard', most: FEW },
]

/** How much a run sends, and how soon it catches what it can. */
export const bench: Bench = {
  name: 'requests',
  what: 'requests of a run, and the share of all faults caught over requests sent (requests.svg)',
  async measure(out) {
    const figures: Figure[] = []
    const lines: Line[] = []
    const server = await serve()
    for (const [depth, atMost] of [
      ['quick', 200],
      ['standard', 1500],
    ] as const)
      for (const variant of ['a', 'b']) {
        const { requests } = await runSuite(['--variant', variant, '--depth', depth], server.env)
        figures.push({ bench: 'requests', name: `${depth}, ${variant}`, value: requests, atMost })
      }
    await server.stop()
    const all: Record<string, Caught[]> = {}
    for (const { name, depth, most } of RUNS) {
      const caught = await caughtAt(depth, most)
      all[name] = caught
      const sent = caught.flatMap(({ requests }) => requests ?? []).sort((a, b) => a - b)
      const points = sent.map((requests, i): [number, number] => [requests, (i + 1) / caught.length])
      lines.push({ name, points })
      const share = (most: number) => sent.filter((requests) => requests <= most).length / caught.length
      const note = `of ${caught.length}; within 50 requests ${percent(share(50))}, 100 ${percent(share(100))}, 200 ${percent(share(200))}`
      figures.push({ bench: 'requests', name: `${name}: faults caught`, value: sent.length / caught.length, note })
    }
    writeFileSync(join(out, 'requests.svg'), plot(lines, { x: 'requests sent', y: 'share of all faults caught' }))
    writeFileSync(join(out, 'caught.json'), `${JSON.stringify(all, null, 1)}\n`)
    return figures
  },
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

async function caughtAt(depth: string, most: string): Promise<Caught[]> {
  const parts = Array.from({ length: PROCESSES }, (_, part) =>
    runNode([file('src/proof/bench/curve.ts'), depth, most, String(part), String(PROCESSES), STEP]),
  )
  const lines = (await Promise.all(parts)).flatMap(({ stdout }) => stdout.trim().split('\n'))
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Caught)
}
