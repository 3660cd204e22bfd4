import { count } from '../core/count.ts'
import type { VariantProgress } from '../core/settings.ts'

/** Between lines in a log. */
const SPARSE_MS = 10_000

interface LiveOptions {
  readonly isTTY: boolean
  /** Width; a longer line would wrap and could not be cleared. */
  readonly columns: () => number
  readonly now: () => number
  readonly write: (text: string) => void
}

interface Live {
  update(progress: VariantProgress): void
  /** Removes the line until the returned function is called. */
  hold(): () => void
  /** Removes the line. */
  end(): void
}

/** Progress during a run: one line that updates in place on a terminal, elsewhere a line every ten seconds. */
export function createLive({ isTTY, columns, now, write }: LiveOptions): Live {
  const latest = new Map<string, VariantProgress>()
  let writtenAt = now()
  let held = 0
  const timeLeft = createTimeLeft()
  const clear = () => isTTY && latest.size > 0 && write('\r\x1b[2K')
  return {
    update(progress) {
      latest.set(progress.variant, progress)
      if (held > 0) return
      const variants = [...latest.values()]
      const line = progressLine(variants, timeLeft(variants, now()), isTTY ? columns() - 1 : undefined)
      if (isTTY) write(`\r\x1b[2K${line}`)
      else if (now() - writtenAt >= SPARSE_MS) {
        write(`${line}\n`)
        writtenAt = now()
      }
    },
    hold() {
      clear()
      held++
      return () => void held--
    },
    end: () => void clear(),
  }
}

/** Rules that are named as pending; more would change too fast to be read. */
const MOST_PENDING = 3

/** `820 of about 2,400 requests · about 20 s left · 1 failed · 120 of 148 rules`, as many of these as fit. */
export function progressLine(
  variants: readonly VariantProgress[],
  left?: number,
  columns = Number.POSITIVE_INFINITY,
): string {
  const sum = (pick: (progress: VariantProgress) => number) => variants.reduce((total, one) => total + pick(one), 0)
  const requests = sum((progress) => progress.requests)
  const planned = requests + sum(({ requestsLeft }) => requestsLeft)
  const failed = sum((progress) => progress.failed.length)
  const confirming = sum((progress) => progress.confirming)
  const timeLeft = left === undefined ? [] : [`about ${timeText(left)} left`]
  const pending = variants.flatMap((progress) => progress.pending)
  const parts = [
    planned > requests && confirming === 0
      ? `${grouped(requests)} of about ${grouped(planned)} requests`
      : count(requests, 'request'),
    ...(confirming > 0 ? [`sending ${count(confirming, 'failure')} again alone`] : timeLeft),
    ...(failed > 0 ? [`${failed} failed`] : []),
    pending.length > 0 && pending.length <= MOST_PENDING
      ? `pending: ${pending.join(', ')}`
      : `${sum(({ rulesDone }) => rulesDone)} of ${count(
          sum(({ rulesTotal }) => rulesTotal),
          'rule',
        )}`,
  ]
  while (parts.length > 1 && parts.join(' · ').length > columns) parts.pop()
  return parts.join(' · ').slice(0, columns)
}

const grouped = (n: number): string => n.toLocaleString('en')

/** Only the last seconds count: the first requests are slow, and the last cases wait for each other. */
const WINDOW_MS = 5000
/** An earlier estimate would be erratic. */
const FIRST_GUESS_MS = 2000

type Sample = Pick<VariantProgress, 'requests' | 'requestsLeft' | 'timingLeft' | 'rulesDone' | 'rulesTotal'>

/**
 * Estimates how long a run will still take, in milliseconds: the requests left at its recent speed, and the timing measurements that
 * follow at another speed. An estimate never exceeds an earlier one: where work proves slower, it waits for the run.
 */
export function createTimeLeft() {
  let least = Number.POSITIVE_INFINITY
  const samples: { readonly at: number; readonly requests: number }[] = []
  return (variants: readonly Sample[], now: number): number | undefined => {
    const sum = (pick: (sample: Sample) => number) => variants.reduce((total, sample) => total + pick(sample), 0)
    samples.push({ at: now, requests: sum(({ requests }) => requests) })
    while (samples.length > 2 && samples[1]!.at <= now - WINDOW_MS) samples.shift()
    const [first, last] = [samples[0]!, samples.at(-1)!]
    const speed = (last.requests - first.requests) / (last.at - first.at)
    const timingMs = sum(({ timingLeft }) => timingLeft.ms)
    const left = sum(({ requestsLeft, timingLeft }) => requestsLeft - timingLeft.requests)
    const isDone = sum(({ rulesTotal, rulesDone }) => rulesTotal - rulesDone) === 0
    if (isDone || last.at - first.at < FIRST_GUESS_MS || left + timingMs === 0) return undefined
    if (left > 0 && !(speed > 0)) return undefined
    least = Math.min(least, (left > 0 ? left / speed : 0) + timingMs)
    return least
  }
}

/** `8 s`, `1 min 20 s`, `12 min`: as precise as an estimate. */
export function timeText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  const tens = Math.floor((seconds % 60) / 10) * 10
  return minutes >= 10 || tens === 0 ? `${minutes} min` : `${minutes} min ${tens} s`
}
