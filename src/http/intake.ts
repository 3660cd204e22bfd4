/** Somebody who takes in a body, and can be told to wait. */
export interface Taker {
  pause(): void
  resume(): void
}

/** What all bodies under way hold together, in bytes, whatever the number of requests in flight. */
export interface Intake {
  /** So many bytes more have come. */
  take(taker: Taker, bytes: number): void
  /** Its body is complete, or given up. */
  leave(taker: Taker): void
}

/**
 * Once bodies under way hold more than `most`, only the oldest of them goes on until it is through. The others stay on the wire:
 * a server that answers each request with more than anybody can hold fills one body and not as many as there are requests in flight.
 */
export function createIntake(most: number): Intake {
  // In the order in which their bodies began.
  const held = new Map<Taker, number>()
  const waiting = new Set<Taker>()
  let sum = 0
  const oldest = (): Taker | undefined => held.keys().next().value
  const goOn = (taker: Taker): void => {
    if (waiting.delete(taker)) taker.resume()
  }
  return {
    take(taker, bytes) {
      held.set(taker, (held.get(taker) ?? 0) + bytes)
      sum += bytes
      if (sum <= most || taker === oldest() || waiting.has(taker)) return
      waiting.add(taker)
      taker.pause()
    },
    leave(taker) {
      sum -= held.get(taker) ?? 0
      held.delete(taker)
      waiting.delete(taker)
      if (sum <= most) for (const each of [...waiting]) goOn(each)
      else goOn(oldest()!)
    },
  }
}
