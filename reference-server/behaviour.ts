import { type ADecisions, a } from './behaviour/a.ts'
import { type AnswerDecisions, answers } from './behaviour/answers.ts'
import { type BListDecisions, bLists } from './behaviour/b-lists.ts'
import { type BRowsDecisions, bRows } from './behaviour/b-rows.ts'
import { type CredentialDecisions, credential } from './behaviour/credential.ts'
import { type DeskDecisions, desk } from './behaviour/desk.ts'
import { type RefusalDecisions, refusal } from './behaviour/refusal.ts'
import { type TransportDecisions, transport } from './behaviour/transport.ts'
import { type WorldDecisions, world } from './behaviour/world.ts'

/**
 * Every decision that a rule depends on, as one flat table. A fault or a freedom is a `Partial<Behaviour>`; the server
 * has no other switch. The last argument is the `Call` (or, on the admin side, the `Desk`), so that a decision can
 * differ by endpoint, form, page, key or request number; `call.lawful` holds the decisions below.
 */
export interface Behaviour
  extends TransportDecisions,
    CredentialDecisions,
    RefusalDecisions,
    AnswerDecisions,
    ADecisions,
    BListDecisions,
    BRowsDecisions,
    DeskDecisions,
    WorldDecisions {}

/** The decisions that the references require; `choices.ts` explains those that they leave open. */
export const lawful: Behaviour = {
  ...transport,
  ...credential,
  ...refusal,
  ...answers,
  ...a,
  ...bLists,
  ...bRows,
  ...desk,
  ...world,
}

export type * from './types.ts'
