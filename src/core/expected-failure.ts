import { z } from 'zod'

/** A failure that is accepted for now: one entry of an `--expect` file. Plain data. */
export interface Entry {
  /** A rule's id, or a pattern in which `*` stands for anything. */
  readonly rule: string
  readonly reason: string
  /** The last day on which it holds, `2027-01-31`, in UTC. */
  readonly until?: string
  /** A text that the failure must hold, so that another failure of the same rule is not accepted. */
  readonly contains?: string
  /** `expect.yaml:3`, as editors open it. */
  readonly at: string
}

const said = (what: string) => z.string(what).refine((text) => text.trim() !== '', what)

export const EntryShape = z.strictObject({
  rule: said('rule: the id of a rule, or a pattern such as a.users.*'),
  reason: said('reason: say why this failure is accepted'),
  until: z.iso.date('until: a day such as 2027-01-31').optional(),
  contains: said('contains: a text that the failure holds').optional(),
})

export const FIELDS = Object.keys(EntryShape.shape)
