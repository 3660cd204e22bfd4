const EVENTS = ['unhandledRejection', 'uncaughtException'] as const
const strays: unknown[] = []
const keep = (error: unknown): void => void strays.push(error)

/** Keeps errors that nobody waits for, as long as vitest does not listen for them. */
export function keepStrays(): void {
  for (const event of EVENTS) process.on(event, keep)
}

/** vitest listens. */
export function releaseStrays(): void {
  for (const event of EVENTS) process.off(event, keep)
  for (const error of strays) Promise.reject(error)
}
