import { setTimeout } from 'node:timers/promises'

/** Rejects with the reason of the signal as soon as it is aborted. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
