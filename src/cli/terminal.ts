import type { ReadStream } from 'node:tty'

export interface Terminal {
  /** Prints the text and reads a line. Rejects when the signal aborts. */
  ask(question: { readonly text: string; readonly secret: boolean }): Promise<string>
}

interface Streams {
  readonly stdin: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>
  readonly stdout: { write(text: string): unknown }
  readonly signal: AbortSignal
  /** Called on Ctrl-C, for which a terminal in raw mode sends no signal. */
  readonly interrupt: () => void
}

/** Asks questions one at a time. Uses raw mode, so that a pasted key is never shown. */
export function openTerminal({ stdin, stdout, signal, interrupt }: Streams): Terminal {
  let last: Promise<unknown> = Promise.resolve()
  const read = (text: string, secret: boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      let line = ''
      const end = (settle: () => void) => {
        stdin.off('data', onData)
        signal.removeEventListener('abort', onAbort)
        stdin.setRawMode(false)
        stdin.pause()
        stdout.write('\n')
        settle()
      }
      const onAbort = () => end(() => reject(signal.reason))
      const onData = (data: Buffer) => {
        const typed = data.toString('utf8')
        // Arrow and other cursor keys: editing is not supported.
        if (typed.startsWith('\x1b')) return
        for (const character of typed) {
          if (character === '\r' || character === '\n') return end(() => resolve(line))
          if (character === CTRL_C || (character === CTRL_D && line === '')) return interrupt()
          const shorter = character === DELETE || character === BACKSPACE
          if (shorter && line !== '' && !secret) stdout.write('\b \b')
          if (shorter) line = line.slice(0, -1)
          else if (character >= ' ') {
            line += character
            if (!secret) stdout.write(character)
          }
        }
      }
      signal.addEventListener('abort', onAbort, { once: true })
      // Before the question is printed, so that no answer is echoed.
      stdin.setRawMode(true)
      stdout.write(text)
      stdin.on('data', onData)
      stdin.resume()
    })
  return {
    ask({ text, secret }) {
      const mine = last.then(() => read(text, secret))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

const CTRL_C = '\x03'
const CTRL_D = '\x04'
const BACKSPACE = '\b'
const DELETE = '\x7f'

/** The terminal of this process. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdin, pid } = process
  // Bound now: a run diverts what others write to standard output.
  const stdout = { write: process.stdout.write.bind(process.stdout) }
  return openTerminal({ stdin, stdout, signal, interrupt: () => process.kill(pid, 'SIGINT') })
}
