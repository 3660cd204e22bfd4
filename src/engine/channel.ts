import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { VariantProgress } from '../core/progress.ts'
import type { Answered, Asked, Question } from './control/manual/question.ts'

export interface Line {
  /** The end for one more thread. */
  open(): MessagePort
  close(): void
}

export interface Ends {
  readonly onProgress?: (progress: VariantProgress) => void
  readonly onQuestion?: (question: Question) => Promise<string>
  readonly stop?: AbortSignal
}

/**
 * The line to the threads: their progress and questions come in, and the word to stop goes out when the signal is given. What is said
 * before a thread listens waits for it. Ports, since with the first message of a BroadcastChannel each thread loads all of fetch.
 */
export function openLine({ onProgress, onQuestion, stop }: Ends): Line {
  const ports: MessagePort[] = []
  // Without an answer the thread waits until the word to stop comes.
  const answer = async ({ ask }: Asked, port: MessagePort) => {
    const text = await onQuestion?.(ask)
    if (text !== undefined) port.postMessage({ answer: { id: ask.id, text } } satisfies Answered)
  }
  const stopOne = (port: MessagePort) => port.postMessage({ stop: 'interrupted' })
  const sayStop = () => ports.forEach(stopOne)
  stop?.addEventListener('abort', sayStop, { once: true })
  return {
    open() {
      const { port1: port, port2: theirs } = new MessageChannel()
      port.on('message', (said: VariantProgress | Asked) => {
        if ('ask' in said) answer(said, port).catch(() => undefined)
        else onProgress?.(said)
      })
      ports.push(port)
      if (stop?.aborted) stopOne(port)
      return theirs
    },
    close() {
      stop?.removeEventListener('abort', sayStop)
      for (const port of ports) port.close()
    },
  }
}
