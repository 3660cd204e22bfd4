/** Factors and their values; the first value is the neutral one. */
export type Factors = Readonly<Record<string, readonly string[]>>
export type Row = Readonly<Record<string, string>>

/** For each factor the index of its value. */
type Values = readonly number[]

/** Rows in which any two values of two factors meet, those that cover the most new pairs first; the first `most`. Greedy, not minimal. */
export function coveringArray(factors: Factors, most = Number.POSITIVE_INFINITY): Row[] {
  const names = Object.keys(factors)
  const counts = names.map((name) => factors[name]!.length)
  const open = new Set<number>()
  for (const [i, count] of counts.entries())
    for (let j = i + 1; j < counts.length; j++)
      for (let a = 0; a < count; a++) for (let b = 0; b < counts[j]!; b++) open.add(pair(i, a, j, b))
  const rows: Row[] = []
  while (open.size > 0 && rows.length < most) {
    const values = nextRow(counts, open)
    for (const [i, a] of values.entries())
      for (let j = i + 1; j < values.length; j++) open.delete(pair(i, a, j, values[j]!))
    rows.push(Object.fromEntries(names.map((name, i) => [name, factors[name]![values[i]!]!])))
  }
  return rows
}

/** Two factors with one value each as a number. */
const pair = (i: number, a: number, j: number, b: number): number =>
  i < j ? (((i << 8) | a) << 16) | (j << 8) | b : pair(j, b, i, a)

/** Starts with a pair that is open, then gives each factor the value that covers the most. */
function nextRow(counts: Values, open: ReadonlySet<number>): Values {
  const first = open.values().next().value!
  const chosen = new Map([
    [first >>> 24, (first >>> 16) & 255],
    [(first >>> 8) & 255, first & 255],
  ])
  for (const [i, count] of counts.entries()) {
    if (chosen.has(i)) continue
    let [best, most] = [0, -1]
    for (let a = 0; a < count; a++) {
      let gain = 0
      for (const [j, b] of chosen) if (open.has(pair(i, a, j, b))) gain++
      if (gain > most) [best, most] = [a, gain]
    }
    chosen.set(i, best)
  }
  return counts.map((_, i) => chosen.get(i)!)
}
