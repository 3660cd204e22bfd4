import { type Exchange, isSuccess } from '../../src/core/exchange.ts'
import { propagation } from '../../src/judge/propagation-delay.ts'

/** A valid key without the scope gets 403, so that 403 accepts the key as well. */
export const isAccepted = (x: Exchange): boolean => isSuccess(x) || x.response?.status === 403

export interface Revoked {
  /** When the revocation returned, in milliseconds since the epoch. */
  readonly returnedAt: number
  readonly later: readonly Exchange[]
}

/** How long revocations took until every request was refused, as a line of the report. */
export const propagationNote = (revocations: readonly Revoked[]): string | undefined =>
  propagation(
    revocations.map(({ returnedAt, later }) => ({
      returnedAt,
      later: later
        .filter(({ sentAt }) => sentAt > returnedAt)
        .map((x) => ({ sentAt: x.sentAt, accepted: isAccepted(x) })),
    })),
  )
