/** Signals that end a run, with their exit codes: 128 plus the number of the signal. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
export const INTERRUPTED = EXIT_CODES.SIGINT

interface Interrupt {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  /** The exit code for the first signal. */
  code(): number
  /** Stops listening. */
  release(): void
}

/** Kept from here: during a run `process.exit` throws, since a control module could call it. */
const exit = process.exit.bind(process)

/** Listens for signals. A second signal calls `onSecond` and exits immediately. */
export function onInterrupt(onSecond: () => void = () => undefined): Interrupt {
  const controller = new AbortController()
  let first: NodeJS.Signals | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = signal
      return controller.abort()
    }
    // A closing terminal may send it twice.
    if (signal === 'SIGHUP' && first === 'SIGHUP') return
    onSecond()
    exit(codeOf(signal))
  }
  const names = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[]
  for (const name of names) process.on(name, stop)
  return {
    signal: controller.signal,
    code: () => codeOf(first),
    release() {
      for (const name of names) process.off(name, stop)
    },
  }
}

const codeOf = (signal: NodeJS.Signals | undefined): number =>
  EXIT_CODES[signal as keyof typeof EXIT_CODES] ?? INTERRUPTED
