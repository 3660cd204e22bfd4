import { z } from 'zod'
import { nonEmpty } from './attestation.ts'

export const ExpectedFailureShape = z.strictObject({
  rule: nonEmpty('rule: the id of a rule, or a pattern such as a.users.*'),
  reason: nonEmpty('reason: say why this failure is accepted'),
  /** Last day on which the entry applies, in UTC. */
  until: z.iso.date('until: a day such as 2027-01-31').optional(),
  /** So that another failure of the same rule still fails the run. */
  contains: nonEmpty('contains: a text that the failure contains').optional(),
})

/** One entry of an `--expect` file: a failure that does not fail the run. `at`: file and line, `expect.yaml:3`. Serializable. */
export type ExpectedFailure = Readonly<z.infer<typeof ExpectedFailureShape>> & { readonly at: string }
