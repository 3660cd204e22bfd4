/** One thing that a reference says, in our own words. Keys of the ledger are ids such as `5.3` or `2.key.secret`. */
export interface Clause {
  /** The part of the reference it stands in: `1` to `9`. */
  readonly section: string
  readonly text: string
  /** Why no rule can try it over HTTP. A clause without this must be claimed by a rule. */
  readonly untestable?: string
}

export type Ledger = Readonly<Record<string, Clause>>
