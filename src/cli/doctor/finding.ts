/** `good`: as it should be. `doubtful`: a run can begin, but look at it. `stop`: a run could only end without a verdict. */
export type Mark = 'good' | 'doubtful' | 'stop'

/** One thing that was looked at. */
export interface Finding {
  readonly mark: Mark
  /** What was looked at, in a word, or the setting. */
  readonly about: string
  readonly text: string
  /** What to do, of all that is not good. */
  readonly todo?: string
  /** Lines to paste into a shell. */
  readonly paste?: readonly string[]
}
