/** When the next request is due. It knows the time by what it is told only. */
export interface Schedule {
  dueAt(): number
  /** Nobody was waiting until now: that is no delay, and not made up for. */
  idleUntil(now: number): void
  went(now: number): void
}

/** Beats `step` milliseconds apart; of a delay so many milliseconds are made up for, at once. */
interface Beat {
  readonly step: number
  readonly slack: number
  at: number
}

/**
 * Milliseconds of delay that are made up for: timers are late, a busy machine makes them later, and that adds up. Over any five
 * seconds it is less than 2%. A longer standstill of the process is lost: within five seconds nobody could make up for it and
 * keep to the rate, too.
 */
const SLACK = 80
/** It is made up for by a quarter more a second, so that it makes no burst. */
const SHORTEST = 0.8
/** What a timer is late by anyway. */
const TIMER = 1

/** `rate` requests per second, evenly; while a delay is made up for, up to a quarter more. */
export function scheduleFor(rate: number): Schedule {
  const interval = 1000 / rate
  const beats: readonly Beat[] = [
    { step: interval, slack: SLACK, at: 0 },
    { step: SHORTEST * interval, slack: TIMER, at: 0 },
  ]
  const each = (next: (beat: Beat) => number) => {
    for (const beat of beats) beat.at = next(beat)
  }
  return {
    dueAt: () => Math.max(...beats.map(({ at }) => at)),
    idleUntil: (now) => each(({ at }) => Math.max(at, now)),
    went: (now) => each(({ at, slack, step }) => Math.max(at, now - slack) + step),
  }
}

/** No limit. */
export const atOnce: Schedule = { dueAt: () => 0, idleUntil: () => undefined, went: () => undefined }
