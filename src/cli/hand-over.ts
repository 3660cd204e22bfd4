import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Lets a process that shares our terminal run to its end, hands signals on to it, and returns the exit code. */
export async function hand(child: ChildProcess): Promise<number> {
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const signal of SIGNALS) process.off(signal, forward)
  // Ended by a signal: that is how people stop it.
  return code ?? 0
}
