import { inert } from '../core/inert.ts'
import type { Settings, VariantProgress } from '../core/settings.ts'
import type { Question } from '../engine/control/manual.ts'
import { type Outcome, run } from '../engine/run.ts'
import { withoutKeys } from '../http/redact.ts'
import { createLive } from '../report/live-progress.ts'
import { complain } from './errors.ts'
import { guardProcess } from './guard-process.ts'
import { sayWay } from './load-settings.ts'
import type { Terminal } from './terminal.ts'

interface Watching {
  /** Shows no progress. */
  readonly isQuiet?: boolean
  readonly terminal?: Terminal
  readonly onProgress?: (progress: VariantProgress) => void
}

/** The run, with its progress, its questions and the output of the control module on the terminal. */
export async function runLive(
  settings: Settings,
  stop: AbortSignal,
  { terminal, onProgress, isQuiet = false }: Watching = {},
): Promise<Outcome> {
  sayWay(settings)
  const redactors: ((text: string) => string)[] = []
  const shared = guardProcess((text) => {
    const goOn = live.hold()
    // Known keys first: what is masked by form alone could leave a part of one.
    const redacted = redactors.reduce((rest, redact) => redact(rest), text)
    shared.write(inert(withoutKeys(redacted)))
    goOn()
  })
  const live = createLive({
    isTTY: process.stderr.isTTY ?? false,
    columns: () => process.stderr.columns || 80,
    now: Date.now,
    write: shared.write,
  })
  const ask = async (question: Question) => {
    const goOn = live.hold()
    return terminal!.ask({ ...question, text: `\n${inert(question.text)}: ` }).finally(goOn)
  }
  const shows = !isQuiet && settings.reporters.includes('console')
  const onStop = () => {
    live.hold()
    complain('stopping: created keys are revoked, and the report follows; a second Ctrl-C quits immediately')
  }
  if (stop.aborted) onStop()
  stop.addEventListener('abort', onStop, { once: true })
  if (shows && process.stderr.isTTY) complain(`testing ${addresses(settings)}; press Ctrl-C to stop and report`)
  try {
    return await run(settings, {
      stop,
      strayErrors: shared.strayErrors,
      onRedactor: (redact) => void redactors.push(redact),
      onProgress(progress) {
        onProgress?.(progress)
        if (shows) live.update(progress)
      },
      ...(terminal && { ask }),
    })
  } finally {
    stop.removeEventListener('abort', onStop)
    live.end()
    shared.release()
  }
}

const addresses = ({ targets }: Settings): string =>
  targets.map(({ variant, baseUrl }) => `variant ${variant.toUpperCase()} at ${baseUrl}`).join(' and ')
