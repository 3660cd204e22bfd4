import type { Explanation } from '../../core/explanation.ts'

/** What a page tells besides the report. */
export interface Context {
  /** By the ids of rules. A rule that is not among them is shown by its result alone. */
  readonly explanations: ReadonlyMap<string, Explanation>
  /** The command that sends the failing cases of this report again. */
  readonly replay?: string
}

export const NO_CONTEXT: Context = { explanations: new Map() }
