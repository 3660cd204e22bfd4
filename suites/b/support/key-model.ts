/** A move at the console: who issues, or which key it is about, counted from 0 in the order of issue. A number too high counts on from 0. */
export type Move =
  | { readonly issue: number }
  | { readonly renew: number }
  | { readonly revoke: number }
  | { readonly revokeAll: number }

/** §3; time, which makes an active key expired, is days away. */
export type State = 'active' | 'revoked'

export interface ModelKey {
  readonly issuer: number
  readonly state: State
}

export const PEOPLE = 2

/** The key that a move is about; undefined for moves about no key, and while there is none. */
export function keyIn(move: Move, keys: readonly ModelKey[]): number | undefined {
  const k = 'renew' in move ? move.renew : 'revoke' in move ? move.revoke : undefined
  return k === undefined || keys.length === 0 ? undefined : k % keys.length
}

export const personIn = (move: Move): number | undefined =>
  'issue' in move ? move.issue % PEOPLE : 'revokeAll' in move ? move.revokeAll % PEOPLE : undefined

/** The keys after a move. */
export function afterMove(keys: readonly ModelKey[], move: Move): readonly ModelKey[] {
  const person = personIn(move)
  if ('issue' in move) return [...keys, { issuer: person!, state: 'active' }]
  const k = keyIn(move, keys)
  // Nothing brings a revoked key back; renewal leaves an active one active.
  const isRevoked = (key: ModelKey, i: number) => ('revoke' in move ? i === k : key.issuer === person)
  if ('renew' in move) return keys
  return keys.map((key, i) => (isRevoked(key, i) ? { ...key, state: 'revoked' } : key))
}

/** Whether the state table has the move: the console may refuse those that it has not, and where they are made, nothing changes. */
export function isListed(keys: readonly ModelKey[], move: Move): boolean {
  if ('issue' in move) return true
  if ('revokeAll' in move) return keys.some(({ issuer, state }) => issuer === personIn(move) && state === 'active')
  const k = keyIn(move, keys)
  return k !== undefined && keys[k]!.state === 'active'
}

export function inWords(move: Move, keys: readonly ModelKey[]): string {
  if ('issue' in move) return `person ${personIn(move)} issued a key`
  if ('revokeAll' in move) return `all keys of person ${personIn(move)} were revoked`
  return `key ${keyIn(move, keys)} was ${'renew' in move ? 'renewed' : 'revoked'}`
}
