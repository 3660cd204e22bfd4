/** One statement of a reference, paraphrased. Keys of the ledger are ids such as `5.3` or `2.key.secret`. */
export interface Clause {
  /** Section of the reference: `1` to `9`. */
  readonly section: string
  readonly text: string
  /** Why no rule can test it over HTTP. Every other clause needs a rule that cites it. */
  readonly untestable?: string
}

export type Ledger = Readonly<Record<string, Clause>>
