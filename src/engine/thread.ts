import { parentPort, workerData } from 'node:worker_threads'
import { tidyAll } from '../http/tidied.ts'
import type { Attempt, Given, Word } from './told.ts'

// A thread that tries one variant, and tells what came of it.
const given: Given = workerData
tidyAll()
const strays: Error[] = []
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (thrown: unknown) => strays.push(bare(thrown)))
const word = await import(given.module)
  .then(({ attempt }: { attempt: Attempt }) => attempt(given))
  .then(
    (told) => ({ told }),
    (thrown) => ({ error: bare(thrown) }),
  )
parentPort!.postMessage({ ...word, strays } satisfies Word)

/** With something to say, and without what else hangs on an error: not all of that can be handed over. */
function bare(thrown: unknown): Error {
  const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return Object.assign(new Error(message || 'the suite ended without a result'), { stack })
}
