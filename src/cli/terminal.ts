import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Ask, Question } from '../engine/control/manual.ts'

export interface Terminal {
  /** Prints the text and reads a line. Rejects when the signal aborts. */
  readonly ask: Ask
}

/** The terminal of this process, which asks one question at a time. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdin: input, stdout, pid } = process
  // Bound now: a run diverts what others write to standard output.
  const write = stdout.write.bind(stdout)
  // A terminal that readline controls sends no signal itself.
  const interrupt = () => process.kill(pid, 'SIGINT')
  let last: Promise<unknown> = Promise.resolve()

  async function read({ text, secret }: Question): Promise<string> {
    signal.throwIfAborted()
    let isShown = true
    const output = new Writable({
      write(chunk, _encoding, done) {
        if (isShown) write(chunk)
        done()
      },
    })
    const lines = createInterface({ input, output, terminal: true, historySize: 0 })
    lines.on('SIGINT', interrupt).on('close', interrupt)
    try {
      const answer = lines.question(text, { signal })
      isShown = !secret
      return await answer
    } finally {
      lines.off('close', interrupt).close()
      if (secret || signal.aborted) write('\n')
    }
  }

  return {
    ask(question) {
      const mine = last.then(() => read(question))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
