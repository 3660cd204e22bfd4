import { rejectedIn } from '../../../judge/timing/compare-classes.ts'
import { detectable } from '../../../judge/timing/detectable.ts'
import { type Leak, NOISES, type Noise, simulateTimes } from './simulated.ts'

export interface Row {
  readonly noise: string
  readonly leak: string
  readonly blocks: number
  readonly runs: number
  /** Runs that reject a compared pair. A run evaluates only once, at the end. */
  readonly rejected: number
  /** Runs that reject the placebo pair. */
  readonly placebo: number
  /** Median of the detectable shifts of the runs, in microseconds. */
  readonly detectable: number
}

const known =
  (us: number): Leak =>
  (label) =>
    ['wrong-secret', 'revoked', 'expired'].includes(label) ? us : 0

const LEAKS: Readonly<Record<string, (us: number) => Leak>> = {
  'known keys': known,
  'revoked keys': (us) => (label) => (label === 'revoked' ? us : 0),
  'by Bearer': (us) => (label, part) => (part === 'by Bearer' ? known(us)(label, part, 0) : 0),
  'one in five': (us) => (label, part, n) => (n % 5 === 0 ? known(us)(label, part, n) : 0),
}

/** Measures false alarms and power. One evaluation at the end suffices: the e-process keeps its maximum over all blocks. */
export function measure(name: string, noise: Noise, blocks: number, runs: number, seed: number, leak?: Leak): Row {
  const all = Array.from({ length: runs }, (_, i) => simulateTimes({ noise, leak }, blocks, seed + i))
  const found = all.map((samples) => rejectedIn(samples).map(({ role }) => role))
  const smallest = all.slice(0, 3).map((samples) => detectable(samples))
  return {
    noise: name,
    leak: '',
    blocks,
    runs,
    rejected: found.filter((roles) => roles.includes('compared')).length,
    placebo: found.filter((roles) => roles.includes('placebo')).length,
    detectable: smallest.sort((a, b) => a - b)[1] ?? Number.NaN,
  }
}

/** Prints the false alarms of leak-free servers for each noise, then the detection rates of leaks of growing size. */
export function calibrateTime(
  { runs, leakRuns, blocks }: { runs: number; leakRuns: number; blocks: readonly number[] },
  print: (line: string) => void,
): void {
  print('noise                   leak                  blocks  runs  rejected  placebo  seen at 80%')
  for (const [name, noise] of Object.entries(NOISES))
    for (const count of blocks) print(lineOf(measure(name, noise, count, runs, 1)))
  for (const [name, noise] of Object.entries(NOISES))
    for (const [kind, make] of Object.entries(LEAKS))
      for (const us of sizesFor(name)) {
        const row = measure(name, noise, blocks.at(-1)!, leakRuns, 1_000_000, make(us))
        print(lineOf({ ...row, leak: `${us} µs, ${kind}` }))
      }
}

const sizesFor = (noise: string): number[] => {
  if (noise.includes('10 ms')) return [500, 1000, 2000, 4000]
  return noise.includes('ms') ? [50, 100, 200, 400, 1000] : [2, 5, 10, 20, 50]
}

function lineOf({ noise, leak, blocks, runs, rejected, placebo, detectable: smallest }: Row): string {
  const numbers = [blocks, runs, rejected, placebo].map((n, i) => String(n).padStart([6, 6, 10, 9][i]!))
  return noise.padEnd(24) + (leak || 'none').padEnd(22) + numbers.join('') + `${smallest.toFixed(0)} µs`.padStart(13)
}
