import { setTimeout } from 'node:timers/promises'

/** Waits, or rejects with the signal's reason when it aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
