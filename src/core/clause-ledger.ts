/** One statement of a reference. Keys of the ledger are ids such as `5.3` or `2.key.secret`. */
export interface Clause {
  /** Section of the reference, `1` to `9`, with which its id begins. */
  readonly section: string
  /** Verbatim from one line of the reference: ` … ` marks omitted words, ` | ` the border of table cells. */
  readonly text: string
  /** Why no rule can test it over HTTP. Every other clause needs a rule that cites it. */
  readonly untestable?: string
  /** The operator may state that the deployment keeps it: reported as attested, never as tested. */
  readonly attestable?: true
}

export type Ledger = Readonly<Record<string, Clause>>

/** As `suites/{a,b}/reference.ts` write it. */
export type WrittenLedger = Readonly<Record<string, Omit<Clause, 'section'>>>

export const withSections = (ledger: WrittenLedger): Ledger =>
  Object.fromEntries(Object.entries(ledger).map(([id, clause]) => [id, { section: id.split('.')[0]!, ...clause }]))
