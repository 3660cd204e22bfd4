/** One revocation: when it returned, and the later requests with the key. Times in milliseconds on the clock of `sentAt`. */
export interface Revocation {
  readonly returnedAt: number
  readonly later: readonly { readonly sentAt: number; readonly accepted: boolean }[]
}

/**
 * The observed propagation delay of revocations: from the return of the call to the first request after which no request was
 * accepted. Undefined without requests.
 */
export function propagation(revocations: readonly Revocation[]): string | undefined {
  const delays = revocations.map(delayOf)
  const sent = revocations.reduce((sum, { later }) => sum + later.length, 0)
  if (sent === 0) return undefined
  const over = `seen by ${sent} requests with ${revocations.length} revoked ${revocations.length === 1 ? 'key' : 'keys'}`
  const worst = Math.max(...delays)
  if (worst === Number.POSITIVE_INFINITY) return `propagation delay: longer than the test waited (${over})`
  return `propagation delay: at most ${worst} ms after the revocation returned (${over})`
}

function delayOf({ returnedAt, later }: Revocation): number {
  const inOrder = later.toSorted((one, other) => one.sentAt - other.sentAt)
  const first = inOrder[inOrder.findLastIndex(({ accepted }) => accepted) + 1]
  if (first) return Math.max(0, first.sentAt - returnedAt)
  return later.length > 0 ? Number.POSITIVE_INFINITY : 0
}
