import { median } from '../../../core/median.ts'
import { rejectedIn } from '../../../judge/timing/compare-classes.ts'
import { detectable } from '../../../judge/timing/detectable.ts'
import { type Leak, NOISES, simulateTimes } from './simulated.ts'

/** Simulated runs of each leak-free server, and of each leak. */
const [RUNS, LEAK_RUNS] = [100, 40]
const [FEW_BLOCKS, MANY_BLOCKS] = [60, 480]

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

/** Prints the false alarms of leak-free servers for each noise, then the detection rates of leaks of growing size. */
export function calibrateTiming(): void {
  console.log('noise                   leak                  blocks  runs  rejected  placebo  seen at 80%')
  for (const noise of Object.keys(NOISES))
    for (const blocks of [FEW_BLOCKS, MANY_BLOCKS]) console.log(measure(noise, 'none', blocks, RUNS, 1))
  for (const noise of Object.keys(NOISES))
    for (const [kind, make] of Object.entries(LEAKS))
      for (const us of sizesFor(noise))
        console.log(measure(noise, `${us} µs, ${kind}`, MANY_BLOCKS, LEAK_RUNS, 1_000_000, make(us)))
}

/**
 * A line with the runs that reject a compared pair and the placebo pair, and the median of the detectable shifts. One evaluation at
 * the end of a run suffices: the e-process keeps its maximum over all blocks.
 */
function measure(noise: string, leakText: string, blocks: number, runs: number, seed: number, leak?: Leak): string {
  const all = Array.from({ length: runs }, (_, i) => simulateTimes({ noise: NOISES[noise]!, leak }, blocks, seed + i))
  const found = all.map((samples) => rejectedIn(samples).map(({ role }) => role))
  const [rejected, placebo] = (['compared', 'placebo'] as const).map(
    (role) => found.filter((roles) => roles.includes(role)).length,
  )
  const smallest = median(all.slice(0, 3).map((samples) => detectable(samples)))
  const numbers = [blocks, runs, rejected, placebo].map((n, i) => String(n).padStart([6, 6, 10, 9][i]!))
  return noise.padEnd(24) + leakText.padEnd(22) + numbers.join('') + `${smallest.toFixed(0)} µs`.padStart(13)
}

function sizesFor(noise: string): number[] {
  if (noise.includes('10 ms')) return [500, 1000, 2000, 4000]
  return noise.includes('ms') ? [50, 100, 200, 400, 1000] : [2, 5, 10, 20, 50]
}
