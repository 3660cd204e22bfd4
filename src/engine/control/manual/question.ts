/** A question to the person at the terminal. */
export interface Question {
  readonly text: string
  /** Hides the typed characters. */
  readonly secret: boolean
}

/** Asks a question and resolves with the input. */
export type Ask = (question: Question) => Promise<string>
