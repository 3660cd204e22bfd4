/** Sees to it that nothing else of the run is being sent while time is measured. */
export interface Quiet {
  /** Resolves when ordinary requests may be sent, with what to call when the last of them is through. */
  enter(): Promise<() => void>
  /** Works while no other session of the run sends anything. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** For a session that is the only one. */
export const noOthers: Quiet = {
  enter: async () => () => undefined,
  alone: (work) => work(),
}

/** Whether threads can wait for each other: Node has locks from 24.5 on. Without them sessions run one after the other. */
export const haveLocks = 'locks' in navigator

/** Among the threads of one process: the suites of both variants name the same lock. */
export function quietAmong(name: string): Quiet {
  if (!haveLocks) return noOthers
  const { locks } = navigator
  return {
    enter: () => {
      const entered = Promise.withResolvers<() => void>()
      const holding = Promise.withResolvers<void>()
      locks
        .request(name, { mode: 'shared' }, () => {
          entered.resolve(() => holding.resolve())
          return holding.promise
        })
        .catch(entered.reject)
      return entered.promise
    },
    alone: <T>(work: () => Promise<T>) => locks.request(name, work) as Promise<T>,
  }
}
