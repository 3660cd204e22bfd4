import { parentPort, workerData } from 'node:worker_threads'
import type { Attempt, Given, Word } from './told.ts'

// A thread that tries one variant, and tells what came of it.
const given: Given = workerData
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
const strays: Error[] = []
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (thrown: unknown) => strays.push(asError(thrown)))
const word = await import(given.module)
  .then(({ attempt }: { attempt: Attempt }) => attempt(given))
  .then(
    (told) => ({ told }),
    (thrown) => ({ error: asError(thrown) }),
  )
parentPort!.postMessage({ ...word, strays } satisfies Word)
