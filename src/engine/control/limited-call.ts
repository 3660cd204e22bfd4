import { stoppedBy } from '../../core/stopped.ts'

export interface Limits {
  /** Milliseconds for one call; undefined: a person does it, who needs what they need. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** Calls, and stops waiting when the time is over or the run ends. What the call still does then cannot be stopped. */
export async function limited<T>(call: () => Promise<T>, { limit, signal }: Limits): Promise<T> {
  if (signal?.aborted) throw stoppedBy(signal)
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(stoppedBy(signal!))
  const late = () => reject(new Error(`it did not return within ${limit! / 1000} s`))
  const timer = limit === undefined ? undefined : setTimeout(late, limit)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([Promise.resolve().then(call), promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
