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

/** Asks over a channel on which the main thread answers. */
export function askOver(channel: InstanceType<typeof BroadcastChannel>): Ask {
  const waiting = new Map<string, (text: string) => void>()
  channel.addEventListener('message', (event) => {
    const { answer } = (event as unknown as { data: Partial<Answered> }).data
    if (!answer) return
    waiting.get(answer.id)?.(answer.text)
    waiting.delete(answer.id)
  })
  return (question) =>
    new Promise((resolve) => {
      const id = crypto.randomUUID()
      waiting.set(id, resolve)
      channel.postMessage({ ask: { id, ...question } } satisfies Asked)
    })
}
