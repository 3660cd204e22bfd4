import type { VariantProgress } from '../../core/progress.ts'

/** The speed is that of the last seconds: what is measured one at a time goes slower than the rest. */
const WINDOW_MS = 5000
/** Before that a guess would jump about. */
const FIRST_GUESS_MS = 2000

type Seen = Pick<VariantProgress, 'requests' | 'requestsLeft' | 'rulesDone' | 'rulesTotal'>

/** Estimates how long a run will still take, in milliseconds, from what is left and how fast it went lately. */
export function createTimeLeft() {
  const samples: { readonly at: number; readonly requests: number }[] = []
  return {
    of(variants: readonly Seen[], now: number): number | undefined {
      const sum = (pick: (seen: Seen) => number) => variants.reduce((total, seen) => total + pick(seen), 0)
      samples.push({ at: now, requests: sum(({ requests }) => requests) })
      while (samples.length > 2 && samples[1]!.at <= now - WINDOW_MS) samples.shift()
      const [first, last] = [samples[0]!, samples.at(-1)!]
      const speed = (last.requests - first.requests) / (last.at - first.at)
      const left = sum(({ requestsLeft }) => requestsLeft)
      const isDone = sum(({ rulesTotal, rulesDone }) => rulesTotal - rulesDone) === 0
      if (isDone || last.at - first.at < FIRST_GUESS_MS || !(speed > 0) || left === 0) return undefined
      return left / speed
    },
  }
}

/** `8 s`, `1 min 20 s`, `12 min`: no more digits than an estimate has. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  const tens = Math.floor((seconds % 60) / 10) * 10
  return minutes >= 10 || tens === 0 ? `${minutes} min` : `${minutes} min ${tens} s`
}
