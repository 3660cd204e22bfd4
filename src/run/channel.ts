import type { Answered, Asked, Question } from '../control/manual/question.ts'
import type { Variant } from '../rule.ts'
import type { Progress } from '../session/session.ts'

export type VariantProgress = { readonly variant: Variant } & Progress

/** A suite may not listen yet when the word to stop is first sent. */
const REPEAT_MS = 100

export interface Line {
  readonly name: string
  close(): void
}

export interface Ends {
  readonly onProgress?: (progress: VariantProgress) => void
  readonly onQuestion?: (question: Question) => Promise<string>
  readonly stop?: AbortSignal
}

/** The line to the suites: their progress and questions come in, and the word to stop goes out when the signal is given. */
export function openLine({ onProgress, onQuestion, stop }: Ends): Line {
  const name = `tenant-conformance-${crypto.randomUUID()}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: { data: VariantProgress | Asked }) => {
    if (!('ask' in data)) onProgress?.(data)
    else answer(data).catch(() => undefined)
  }
  // Without an answer the suite waits until the word to stop comes.
  const answer = async ({ ask }: Asked) => {
    const text = await onQuestion?.(ask)
    if (text !== undefined) channel.postMessage({ answer: { id: ask.id, text } } satisfies Answered)
  }
  let repeat: NodeJS.Timeout | undefined
  const sayStop = () => channel.postMessage({ stop: 'interrupted' })
  const start = () => {
    sayStop()
    repeat = setInterval(sayStop, REPEAT_MS)
  }
  if (stop?.aborted) start()
  else stop?.addEventListener('abort', start, { once: true })
  return {
    name,
    close() {
      stop?.removeEventListener('abort', start)
      clearInterval(repeat)
      channel.close()
    },
  }
}
