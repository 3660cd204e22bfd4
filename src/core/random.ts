import { createHash } from 'node:crypto'

/** Derives an independent 32-bit seed for each name from the run's seed. */
export function seedFor(seed: number, ...names: string[]): number {
  return createHash('sha256')
    .update([seed, ...names].join('\0'))
    .digest()
    .readInt32LE()
}

/** Derives hex digits for each name from the run's seed: at most 64, for keys that are made up. */
export function hexFor(seed: number, name: string, length: number): string {
  return createHash('sha256').update(`${seed}\0hex\0${name}`).digest('hex').slice(0, length)
}

/** Mulberry32 generator of numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
