import { inert } from '../core/inert.ts'
import type { VariantProgress } from '../core/progress.ts'
import type { Settings } from '../core/settings.ts'
import type { Question } from '../engine/control/manual/question.ts'
import { type Outcome, run } from '../engine/run.ts'
import { withoutKeys } from '../http/redact.ts'
import { createLive } from '../report/live-progress.ts'
import { sayWay } from './say-way.ts'
import { shareProcess } from './share-process.ts'
import type { Terminal } from './terminal.ts'

interface Watching {
  readonly terminal?: Terminal
  readonly onProgress?: (progress: VariantProgress) => void
}

/** The run, with its progress, its questions and the output of the control module on the terminal. */
export async function runLive(
  settings: Settings,
  stop: AbortSignal,
  { terminal, onProgress }: Watching = {},
): Promise<Outcome> {
  sayWay(settings)
  const redactors: ((text: string) => string)[] = []
  const shared = shareProcess((text) => {
    const goOn = live.hold()
    // Known keys first: what is masked by form alone could leave a part of one.
    const redacted = redactors.reduce((rest, redact) => redact(rest), text)
    shared.write(inert(withoutKeys(redacted)))
    goOn()
  })
  const live = createLive({
    isTTY: process.stderr.isTTY ?? false,
    columns: process.stderr.columns || 80,
    now: Date.now,
    write: shared.write,
  })
  const ask = async (question: Question) => {
    const goOn = live.hold()
    return terminal!.ask({ ...question, text: `\n${inert(question.text)}: ` }).finally(goOn)
  }
  const isQuiet = !settings.reporters.includes('console')
  try {
    return await run(settings, {
      stop,
      strayErrors: shared.strayErrors,
      onRedactor: (redact) => void redactors.push(redact),
      onProgress(progress) {
        onProgress?.(progress)
        if (!isQuiet) live.update(progress)
      },
      ...(terminal && { ask }),
    })
  } finally {
    live.end()
    shared.release()
  }
}
