/** How often requests are sent at the same time. */
export const AT_ONCE = 8

/** The requests as they are sent at the same time: the last one, which matters, begins between the others. */
export const interleaved = <T>(all: readonly T[]): readonly T[] =>
  all.length === 1 ? [...all, ...all] : [...all, ...all.slice(0, -1)]
