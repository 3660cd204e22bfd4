import { z } from 'zod'

/** A statement of the operator that the deployment keeps a clause which no request can test. Serializable. */
export interface Attestation {
  /** Clause with its variant, for example `a.2.key.full.hashed`. */
  readonly clause: string
  /** The person or team responsible for it. */
  readonly by: string
  /** Day of the statement, in UTC: `2026-11-22`. */
  readonly on: string
  /** What the operator looked at. */
  readonly statement: string
  /** Last day on which it counts, in UTC. */
  readonly until?: string
}

const nonEmpty = (what: string) => z.string(what).refine((text) => text.trim() !== '', what)

export const AttestationShape = z.strictObject({
  clause: nonEmpty('clause: the id of a clause, such as a.2.key.full.hashed'),
  by: nonEmpty('by: the person or team responsible for it'),
  on: z.iso.date('on: the day of the statement, such as 2026-11-22'),
  statement: nonEmpty('statement: say what was looked at'),
  until: z.iso.date('until: a day such as 2027-01-31').optional(),
})
