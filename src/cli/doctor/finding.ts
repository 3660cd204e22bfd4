export interface Finding {
  /** `good`: nothing to do. `doubtful`: a run can start, but check this. `stop`: a run would end without a verdict. */
  readonly mark: 'good' | 'doubtful' | 'stop'
  /** The topic in one word, or the name of the setting. */
  readonly about: string
  readonly text: string
  /** What to do about it. Present unless the mark is `good`. */
  readonly todo?: string
  /** Lines to paste into a shell. */
  readonly paste?: readonly string[]
}
