import { z } from 'zod'

export const nonEmpty = (what: string) => z.string(what).refine((text) => text.trim() !== '', what)

export const AttestationShape = z.strictObject({
  /** Clause with its variant, for example `a.2.key.full.hashed`. */
  clause: nonEmpty('clause: the id of a clause, such as a.2.key.full.hashed'),
  by: nonEmpty('by: the person or team responsible for it'),
  /** In UTC, as `until`, the last day on which it counts. */
  on: z.iso.date('on: the day of the statement, such as 2026-11-22'),
  /** What the operator looked at. */
  statement: nonEmpty('statement: say what was looked at'),
  until: z.iso.date('until: a day such as 2027-01-31').optional(),
})

/** A statement of the operator that the deployment keeps a clause which no request can test. Serializable. */
export type Attestation = Readonly<z.infer<typeof AttestationShape>>
