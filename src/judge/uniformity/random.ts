/** Generator of numbers in [0, 1): sfc32 by Chris Doty-Humphrey. */
export function seeded(seed: number): () => number {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed >>> 0
  let d = 1
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return (t >>> 0) / 0x1_0000_0000
  }
  for (let i = 0; i < 15; i++) next()
  return next
}

export const newSeed = (random: () => number): number => Math.floor(random() * 0x1_0000_0000)

/** A shuffled copy (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const item = result[i]!
    result[i] = result[j]!
    result[j] = item
  }
  return result
}
