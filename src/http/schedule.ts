/** Says when the next request is due. Times are milliseconds of any clock; it reads none itself. */
export interface Schedule {
  dueAt(): number
  /** No request was waiting until now: that is no delay, and is not made up for. */
  idleUntil(now: number): void
  sent(now: number): void
}

/** Requests `step` milliseconds apart; up to `slack` milliseconds of delay are made up for without a pause. */
interface Beat {
  readonly step: number
  readonly slack: number
  at: number
}

/**
 * Milliseconds of delay that are made up for: timers fire late, later on a busy machine, and that adds up. Over any five seconds
 * this is less than 2%. The delay of a longer standstill is lost: making up for it within five seconds would exceed the rate.
 */
const SLACK = 80
/** Delay is made up for at no more than 1.25 times the rate, so that there is no burst. */
const SHORTEST = 0.8
/** Milliseconds by which a timer fires late anyway. */
const TIMER = 1

/** Schedule for `rate` requests per second, evenly spaced; up to 1.25 times that while a delay is made up for. */
export function createSchedule(rate: number): Schedule {
  const interval = 1000 / rate
  const beats: readonly Beat[] = [
    { step: interval, slack: SLACK, at: 0 },
    { step: SHORTEST * interval, slack: TIMER, at: 0 },
  ]
  const update = (next: (beat: Beat) => number) => {
    for (const beat of beats) beat.at = next(beat)
  }
  return {
    dueAt: () => Math.max(...beats.map(({ at }) => at)),
    idleUntil: (now) => update(({ at }) => Math.max(at, now)),
    sent: (now) => update(({ at, slack, step }) => Math.max(at, now - slack) + step),
  }
}

/** No limit. */
export const UNLIMITED: Schedule = { dueAt: () => 0, idleUntil: () => undefined, sent: () => undefined }
