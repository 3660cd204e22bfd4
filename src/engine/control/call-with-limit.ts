import { stoppedBy } from '../../core/stopped.ts'

export interface CallLimits {
  /** Timeout of one call in milliseconds; undefined for a person, who has no time limit. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** Call, and stop waiting at the timeout or when the run ends. The call itself cannot be cancelled. */
export async function callWithLimit<T>(call: () => Promise<T>, { limit, signal }: CallLimits): Promise<T> {
  if (signal?.aborted) throw stoppedBy(signal)
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(stoppedBy(signal!))
  const onTimeout = () => reject(new Error(`it did not return within ${limit! / 1000} s`))
  const timer = limit === undefined ? undefined : setTimeout(onTimeout, limit)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([Promise.resolve().then(call), promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
