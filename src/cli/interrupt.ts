const SIGNALS = ['SIGINT', 'SIGTERM'] as const
export const INTERRUPTED = 130

/** A signal that the first SIGINT or SIGTERM sets; the second ends the process at once. `release` gives the signals back. */
export function onInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    signal: controller.signal,
    release() {
      for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}
