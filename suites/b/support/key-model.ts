/** A transition at the console: who issues, or which key it is about, counted from 0 in the order of issue. A number too high counts on from 0. */
export type Transition =
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

/** The key that a transition is about; undefined for transitions about no key, and while there is none. */
export function keyIn(transition: Transition, keys: readonly ModelKey[]): number | undefined {
  const k = 'renew' in transition ? transition.renew : 'revoke' in transition ? transition.revoke : undefined
  return k === undefined || keys.length === 0 ? undefined : k % keys.length
}

export const personIn = (transition: Transition): number | undefined =>
  'issue' in transition
    ? transition.issue % PEOPLE
    : 'revokeAll' in transition
      ? transition.revokeAll % PEOPLE
      : undefined

/** The keys after a transition. */
export function afterMove(keys: readonly ModelKey[], transition: Transition): readonly ModelKey[] {
  const person = personIn(transition)
  if ('issue' in transition) return [...keys, { issuer: person!, state: 'active' }]
  const k = keyIn(transition, keys)
  // Nothing brings a revoked key back; renewal leaves an active one active.
  const isRevoked = (key: ModelKey, i: number) => ('revoke' in transition ? i === k : key.issuer === person)
  if ('renew' in transition) return keys
  return keys.map((key, i) => (isRevoked(key, i) ? { ...key, state: 'revoked' } : key))
}

/** Whether the state table has the transition: the console may refuse those that it has not, and where they are made, nothing changes. */
export function isListed(keys: readonly ModelKey[], transition: Transition): boolean {
  if ('issue' in transition) return true
  if ('revokeAll' in transition)
    return keys.some(({ issuer, state }) => issuer === personIn(transition) && state === 'active')
  const k = keyIn(transition, keys)
  return k !== undefined && keys[k]!.state === 'active'
}

/** A transition that led to these keys, as seen from key `k` of an issuer: `it was renewed`, `all keys of another person were revoked`. */
export function inWords(transition: Transition, keys: readonly ModelKey[], k: number, issuer: number): string {
  const who = personIn(transition) === issuer ? 'the person who issued it' : 'another person'
  if ('issue' in transition) return k === keys.length - 1 ? 'it was issued' : `${who} issued another key`
  if ('revokeAll' in transition) return `all keys of ${who} were revoked`
  return `${keyIn(transition, keys) === k ? 'it' : 'another key'} was ${'renew' in transition ? 'renewed' : 'revoked'}`
}
