import { inert } from '../core/inert.ts'
import type { VariantProgress } from '../core/progress.ts'
import type { Settings } from '../core/settings.ts'
import type { Question } from '../engine/control/manual/question.ts'
import { type Outcome, run } from '../engine/run.ts'
import { createLive } from '../report/live/live.ts'
import { sayWay } from './say-way.ts'
import type { Terminal } from './terminal.ts'

interface Watching {
  readonly terminal?: Terminal
  readonly onProgress?: (progress: VariantProgress) => void
}

/** The run, with its progress and questions on the terminal. */
export async function runLive(
  settings: Settings,
  stop: AbortSignal,
  { terminal, onProgress }: Watching = {},
): Promise<Outcome> {
  sayWay(settings)
  const { stderr } = process
  const quiet = !settings.reporters.includes('console')
  const live = createLive({
    isTTY: stderr.isTTY ?? false,
    columns: stderr.columns || 80,
    now: Date.now,
    write: (text) => void stderr.write(text),
  })
  const onQuestion = async ({ text, secret }: Question) => {
    const goOn = live.hold()
    return terminal!.ask({ text: `\n${inert(text)}: `, secret }).finally(goOn)
  }
  const onLog = (text: string) => {
    const goOn = live.hold()
    stderr.write(inert(text))
    goOn()
  }
  const update = (progress: VariantProgress) => {
    onProgress?.(progress)
    if (!quiet) live.update(progress)
  }
  const options = { stop, onLog, onProgress: update, ...(terminal && { onQuestion }) }
  return run(settings, options).finally(live.end)
}
