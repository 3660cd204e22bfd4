import type { Variant } from '../rule.ts'
import type { Progress } from '../session/session.ts'

export type VariantProgress = { readonly variant: Variant } & Progress

/** A suite may not listen yet when the word to stop is first sent. */
const REPEAT_MS = 100

export interface Line {
  readonly name: string
  close(): void
}

/** The line to the suites: their progress comes in, and the word to stop goes out when the signal is given. */
export function openLine(onProgress: (progress: VariantProgress) => void, stop?: AbortSignal): Line {
  const name = `tenant-conformance-${crypto.randomUUID()}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: { data: VariantProgress }) => onProgress(data)
  let repeat: NodeJS.Timeout | undefined
  const sayStop = () => channel.postMessage({ stop: 'interrupted' })
  const start = () => {
    sayStop()
    repeat = setInterval(sayStop, REPEAT_MS)
  }
  if (stop?.aborted) start()
  else stop?.addEventListener('abort', start, { once: true })
  return {
    name,
    close() {
      stop?.removeEventListener('abort', start)
      clearInterval(repeat)
      channel.close()
    },
  }
}
