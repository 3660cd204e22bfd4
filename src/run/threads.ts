import { finished } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node'
import { extension } from '../catalog.ts'
import { haveLocks } from '../session/quiet.ts'
import type { Given } from './begun.ts'
import { wholeLines } from './whole-lines.ts'

/** At once, or one after the other where they cannot wait for each other. */
const AT_ONCE = haveLocks ? Number.POSITIVE_INFINITY : 1

export interface Threads {
  /** Hands them to vitest, in the order given. */
  readonly pool: PoolRunnerInitializer
  /** Those that vitest never got would go on sending. */
  end(): void
}

/** Threads that try a variant each, and begin before vitest is there. */
export function startThreads(all: readonly Given[], onLog: (text: string) => void): Threads {
  const waiting = [...all]
  const next = () => startThread(waiting.shift()!, onLog)
  const early = waiting.slice(0, AT_ONCE).map(next)
  return {
    pool: { name: 'conformance', createPoolWorker: () => early.shift() ?? next() },
    end: () => early.forEach((worker) => void worker.stop()),
  }
}

function startThread(given: Given, onLog: (text: string) => void): PoolWorker {
  // Of node's warnings those of the main thread are enough.
  const execArgv = [...process.execArgv, '--no-warnings']
  const entry = new URL(`thread${extension}`, import.meta.url)
  const thread = new Worker(entry, { workerData: given, execArgv, stdout: true, stderr: true })
  const printed = [thread.stdout, thread.stderr].map((stream) => {
    const lines = wholeLines(onLog)
    stream.setEncoding('utf8').on('data', lines.add).on('end', lines.end)
    return finished(stream)
  })
  // Before vitest listens.
  let died: Error | undefined
  thread.on('error', (error: Error) => {
    died = error
  })
  thread.on('exit', (code) => {
    died ??= new Error(`the thread ended with exit code ${code}`)
  })
  return {
    name: 'conformance',
    on: (event, listener) => void thread.on(event, listener),
    off: (event, listener) => void thread.off(event, listener),
    send: (message) => thread.postMessage(message),
    deserialize: (data) => data,
    async start() {
      if (died) throw died
    },
    async stop() {
      await thread.terminate()
      await Promise.all(printed)
    },
  }
}
