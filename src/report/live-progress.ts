import { count } from '../core/count.ts'
import type { VariantProgress } from '../core/progress.ts'

/** Between lines in a log. */
const SPARSE_MS = 10_000

export interface LiveOptions {
  readonly isTTY: boolean
  /** Columns; a longer line would wrap and could not be cleared. */
  readonly columns: number
  readonly now: () => number
  readonly write: (text: string) => void
}

export interface Live {
  update(progress: VariantProgress): void
  /** Removes the line until the returned function is called. */
  hold(): () => void
  /** Removes the line. */
  end(): void
}

/** Progress during a run: one line that updates in place on a terminal, elsewhere a line every ten seconds. */
export function createLive({ isTTY, columns, now, write }: LiveOptions): Live {
  const latest = new Map<string, VariantProgress>()
  const startedAt = now()
  let writtenAt = startedAt
  let held = 0
  const timeLeft = createTimeLeft()
  const clear = () => isTTY && latest.size > 0 && write('\r\x1b[2K')
  return {
    update(progress) {
      latest.set(progress.variant, progress)
      if (held > 0) return
      const variants = [...latest.values()]
      const line = progressLine(variants, now() - startedAt, timeLeft.of(variants, now()))
      if (isTTY) write(`\r\x1b[2K${line.slice(0, columns - 1)}`)
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

/** `a 12/57 · b 40/91 rules · 812 requests, 410/s · about 20 s left · 1 failed` */
export function progressLine(variants: readonly VariantProgress[], ms: number, left?: number): string {
  const rules = variants.map(({ variant, rulesDone, rulesTotal }) => `${variant} ${rulesDone}/${rulesTotal}`)
  const requests = variants.reduce((sum, progress) => sum + progress.requests, 0)
  const failed = variants.reduce((sum, progress) => sum + progress.failed.length, 0)
  const rate = ms > 0 ? Math.round((requests * 1000) / ms) : 0
  const parts = [`${rules.join(' · ')} rules`, `${count(requests, 'request')}, ${rate}/s`]
  if (left !== undefined) parts.push(`about ${timeText(left)} left`)
  return [...parts, ...(failed > 0 ? [`${failed} failed`] : [])].join(' · ')
}

/** Rules that measure time run alone and slower, so only the last seconds count. */
const WINDOW_MS = 5000
/** An earlier estimate would be erratic. */
const FIRST_GUESS_MS = 2000

type Sample = Pick<VariantProgress, 'requests' | 'requestsLeft' | 'rulesDone' | 'rulesTotal'>

/** Estimates how long a run will still take, in milliseconds, from the requests left and its recent speed. */
export function createTimeLeft() {
  const samples: { readonly at: number; readonly requests: number }[] = []
  return {
    of(variants: readonly Sample[], now: number): number | undefined {
      const sum = (pick: (sample: Sample) => number) => variants.reduce((total, sample) => total + pick(sample), 0)
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

/** `8 s`, `1 min 20 s`, `12 min`: as precise as an estimate. */
export function timeText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  const tens = Math.floor((seconds % 60) / 10) * 10
  return minutes >= 10 || tens === 0 ? `${minutes} min` : `${minutes} min ${tens} s`
}
