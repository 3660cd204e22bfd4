import { count } from '../../core/count.ts'
import type { VariantProgress } from '../../core/progress.ts'
import { createTimeLeft, inWords } from './time-left.ts'

/** A line now and then is enough for a log. */
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
  /** Takes the line away until what it returns is called. */
  hold(): () => void
  /** Takes the line away. */
  end(): void
}

/** Progress while a run lasts: one line that renews itself on a terminal, elsewhere a line every ten seconds. */
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
  if (left !== undefined) parts.push(`about ${inWords(left)} left`)
  return [...parts, ...(failed > 0 ? [`${failed} failed`] : [])].join(' · ')
}
