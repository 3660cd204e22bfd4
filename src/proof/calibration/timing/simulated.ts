import type { Samples } from '../../../judge/timing/samples.ts'
import { seeded, shuffled } from '../../../judge/uniformity/random.ts'

/** Duration of a request without a leak, in microseconds. `at`: number of the request from 0. */
export type Noise = (random: () => number, at: number) => number
/** Extra duration of a class, in microseconds. `n` counts the responses. */
export type Leak = (label: string, part: string, n: number) => number

const PARTS = ['by X-Api-Key', 'by Bearer']
const CLASSES = ['missing', 'malformed', 'unknown', 'unknown placebo', 'wrong-secret', 'revoked', 'expired']

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Lognormal noise with this median, in microseconds. */
export const jitter =
  (median: number): Noise =>
  (random) =>
    median * Math.exp(0.5 * normal(random))

export const NOISES: Readonly<Record<string, Noise>> = {
  'loopback, ± 5 µs': (random) => 150 + 5 * Math.abs(normal(random)),
  'jitter of 1 ms': jitter(1000),
  'jitter of 10 ms': jitter(10_000),
  '20 ms away, ± 0.2 ms': (random) => 20_000 + 200 * normal(random),
  'drifting load': (random, at) => 200 * (1.5 + Math.sin(at / 300)) + at / 20 + 20 * Math.abs(normal(random)),
  'processor hogs': (random) => 150 + 5 * Math.abs(normal(random)) + (random() < 0.3 ? 8000 * random() : 0),
}

/** Simulates blocks in random order against a server with this noise and leak. */
export function simulateTimes(
  { noise, leak = () => 0 }: { noise: Noise; leak?: Leak },
  blocks: number,
  seed: number,
): Samples {
  const random = seeded(seed)
  const times = Object.fromEntries(CLASSES.map((label) => [label, [] as number[]]))
  let at = 0
  const parts = Array.from({ length: blocks }, (_, i) => PARTS[i % PARTS.length]!)
  for (const part of parts)
    for (const label of shuffled(CLASSES, random)) times[label]!.push(noise(random, at++) + leak(label, part, at))
  return { parts, times }
}
