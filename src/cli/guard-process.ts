import { stripVTControlCharacters } from 'node:util'

/** What a control module could do to the process that it shares with the run. */
interface GuardedProcess {
  /** Errors that nothing awaited, in the order of time. Grows while the run lasts. */
  readonly strayErrors: readonly Error[]
  /** Writes to standard error itself. */
  readonly write: (text: string) => void
  /** Gives standard output, standard error and `process.exit` back. */
  release(): void
}

/**
 * Shares this process with a control module: what it prints goes to `onLog` in whole lines without terminal codes, `process.exit`
 * throws, and errors that nothing awaited are kept instead of ending the process.
 */
export function guardProcess(onLog: (text: string) => void): GuardedProcess {
  const strayErrors: Error[] = []
  const keep = (thrown: unknown) => {
    strayErrors.push(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }
  const giveBack = (['unhandledRejection', 'uncaughtException'] as const).map((event) => listenAlone(event, keep))
  const { exit } = process
  process.exit = (code) => {
    throw new Error(`the control module called process.exit(${code ?? ''})`)
  }
  const write = process.stderr.write.bind(process.stderr)
  const streams = [process.stdout, process.stderr].map((stream) => divert(stream, onLog))
  return {
    strayErrors,
    write: (text) => void write(text),
    release() {
      for (const restore of streams) restore()
      process.exit = exit
      for (const restore of giveBack) restore()
    },
  }
}

/** Other listeners would end the process. */
function listenAlone(event: 'unhandledRejection' | 'uncaughtException', listener: (thrown: unknown) => void) {
  const others = process.listeners(event as never) as (() => void)[]
  process.removeAllListeners(event).on(event, listener)
  return () => {
    process.off(event, listener)
    for (const other of others) process.on(event, other)
  }
}

function divert(stream: NodeJS.WriteStream, onLog: (text: string) => void): () => void {
  const { write } = stream
  const lines = wholeLines((text) => onLog(stripVTControlCharacters(text)))
  const diverted = (chunk: string | Uint8Array, ...more: unknown[]) => {
    lines.add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = more.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done())
    return true
  }
  stream.write = diverted as typeof write
  return () => {
    lines.end()
    // Someone else may have put a function of theirs around it.
    if (stream.write === diverted) stream.write = write
  }
}

/** Characters of a line; a longer one is handed on in pieces. */
const MOST = 64 * 1024

/** Joins chunks into whole lines, so that a key written in two chunks is redacted as one. */
function wholeLines(onText: (text: string) => void) {
  let rest = ''
  const hand = (text: string) => text !== '' && onText(text)
  return {
    add(text: string): void {
      rest += text
      const cut = rest.length > MOST ? rest.length : rest.lastIndexOf('\n') + 1
      hand(rest.slice(0, cut))
      rest = rest.slice(cut)
    },
    /** Hands on an unfinished last line. */
    end(): void {
      hand(rest)
      rest = ''
    },
  }
}
