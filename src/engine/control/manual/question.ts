/** A question to a person at the terminal. */
export interface Question {
  readonly text: string
  /** Typed characters are not shown. */
  readonly secret: boolean
}

/** Asks, and resolves with what was typed. */
export type Ask = (question: Question) => Promise<string>
