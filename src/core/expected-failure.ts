import { z } from 'zod'

/** One entry of an `--expect` file: a failure that does not fail the run. Serializable. */
export interface ExpectedFailure {
  /** Rule id, or a pattern in which `*` matches any characters. */
  readonly rule: string
  readonly reason: string
  /** Last day on which the entry applies, in UTC: `2027-01-31`. */
  readonly until?: string
  /** Text that the failure must contain, so that another failure of the same rule still fails the run. */
  readonly contains?: string
  /** File and line, `expect.yaml:3`. */
  readonly at: string
}

const nonEmpty = (what: string) => z.string(what).refine((text) => text.trim() !== '', what)

export const ExpectedFailureShape = z.strictObject({
  rule: nonEmpty('rule: the id of a rule, or a pattern such as a.users.*'),
  reason: nonEmpty('reason: say why this failure is accepted'),
  until: z.iso.date('until: a day such as 2027-01-31').optional(),
  contains: nonEmpty('contains: a text that the failure contains').optional(),
})
