import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { extension } from '../core/catalog.ts'
import { haveLocks } from './session/quiet.ts'
import type { Given, Word } from './told.ts'
import { wholeLines } from './whole-lines.ts'

/**
 * Young garbage is collected often: less memory for the same processor time. A flag of V8 would do the same, but with any flag
 * set node compiles its own modules anew.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

/** Tries variants in a thread for each: at once, or one after the other where threads cannot wait for each other. */
export async function tryInThreads(all: readonly Given[], onLog: (text: string) => void): Promise<Word[]> {
  const tryOne = (given: Given) => tryInThread(given, onLog).catch((error: Error) => ({ error, strays: [] }))
  if (haveLocks) return Promise.all(all.map(tryOne))
  const words: Word[] = []
  for (const given of all) words.push(await tryOne(given))
  return words
}

/** Its memory is free again before anything else is loaded. Rejects when it dies. */
async function tryInThread(given: Given, onLog: (text: string) => void): Promise<Word> {
  // Of node's warnings those of the main thread are enough.
  const env = { ...process.env, NODE_NO_WARNINGS: '1' }
  const entry = new URL(`thread${extension}`, import.meta.url)
  const handed = { workerData: given, transferList: [given.port] }
  const thread = new Worker(entry, { ...handed, env, stdout: true, stderr: true, resourceLimits })
  const printed = [thread.stdout, thread.stderr].map((stream) => {
    const lines = wholeLines(onLog)
    stream.setEncoding('utf8').on('data', lines.add).on('end', lines.end)
    return finished(stream)
  })
  const death = once(thread, 'exit').then(([code]) =>
    Promise.reject(new Error(`the thread ended with exit code ${code}`)),
  )
  try {
    const [word] = await Promise.race([once(thread, 'message'), death])
    return word
  } finally {
    await thread.terminate()
    await Promise.all(printed)
  }
}
