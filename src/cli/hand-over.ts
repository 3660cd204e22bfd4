import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { NO_VERDICT } from './errors.ts'

/** How people stop a server. */
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Lets a process that shares our terminal run to its end, hands signals on to it, and returns the exit code. */
export async function handOver(child: ChildProcess): Promise<number> {
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of STOPS) process.on(signal, forward)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const signal of STOPS) process.off(signal, forward)
  return code ?? (STOPS.some((stop) => stop === signal) ? 0 : NO_VERDICT)
}
