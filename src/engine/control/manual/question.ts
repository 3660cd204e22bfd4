import type { MessagePort } from 'node:worker_threads'

/** What is asked at the terminal, and what was typed: plain data that crosses from the session's thread to the main one. */
export interface Question {
  readonly id: string
  readonly text: string
  /** What is typed is not shown. */
  readonly secret: boolean
}

export interface Asked {
  readonly ask: Question
}

export interface Answered {
  readonly answer: { readonly id: string; readonly text: string }
}

export type Ask = (question: Omit<Question, 'id'>) => Promise<string>

/** Asks over a port on which the main thread answers. Listens from the first question on: what was said before waits for others. */
export function askOver(port: MessagePort): Ask {
  const waiting = new Map<string, (text: string) => void>()
  let listens = false
  const hear = ({ answer }: Partial<Answered>) => {
    if (!answer) return
    waiting.get(answer.id)?.(answer.text)
    waiting.delete(answer.id)
  }
  return (question) =>
    new Promise((resolve) => {
      if (!listens) port.on('message', hear)
      listens = true
      const id = crypto.randomUUID()
      waiting.set(id, resolve)
      port.postMessage({ ask: { id, ...question } } satisfies Asked)
    })
}
