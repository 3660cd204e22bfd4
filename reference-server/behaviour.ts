import { type ADecisions, a } from './behaviour/a.ts'
import { type AdminDecisions, admin } from './behaviour/admin.ts'
import { type BListDecisions, bLists } from './behaviour/b-lists.ts'
import { type BRowsDecisions, bRows } from './behaviour/b-rows.ts'
import { type CredentialDecisions, credential } from './behaviour/credential.ts'
import { type RefusalDecisions, refusal } from './behaviour/refusal.ts'
import { type ResponseDecisions, responses } from './behaviour/responses.ts'
import { type TransportDecisions, transport } from './behaviour/transport.ts'
import { type WorldDecisions, world } from './behaviour/world.ts'

/**
 * Every decision that a rule depends on, as one flat table. A fault or a freedom is a `Partial<Behaviour>`; the server
 * has no other switch. The last argument is the `Call` (or, for admin actions, the `AdminContext`), so that a decision can
 * differ by endpoint, form, page, key or request number; `call.conforming` holds the conforming decisions below.
 */
export interface Behaviour
  extends TransportDecisions,
    CredentialDecisions,
    RefusalDecisions,
    ResponseDecisions,
    ADecisions,
    BListDecisions,
    BRowsDecisions,
    AdminDecisions,
    WorldDecisions {}

/** The decisions that the references require; `choices.ts` explains those that they leave open. */
export const conforming: Behaviour = {
  ...transport,
  ...credential,
  ...refusal,
  ...responses,
  ...a,
  ...bLists,
  ...bRows,
  ...admin,
  ...world,
}

export type * from './types.ts'
