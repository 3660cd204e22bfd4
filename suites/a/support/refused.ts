import fc from 'fast-check'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import type { Cases, Trial } from '../../../src/core/rule.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import { unauthorized } from '../../../src/judge/error-body.ts'
import { type Crossed, crossings, isCrossed, noteOf } from '../../shared/credentials/crossed.ts'
import type { Mutation } from '../../shared/credentials/mutation.ts'
import { users } from '../api.ts'
import { anyForm, FORMS, type Form, spoilt, supplied } from './classes.ts'
import { anyValidQuery, type ValidQuery } from './valid-queries.ts'

/** What was done to the active key, and the form by which it was sent. */
export interface Spoilt<D> {
  readonly by: Form
  readonly key: D
}

interface Options<D> {
  readonly count: Cases<unknown>['count']
  /** Boundaries that quick depth tries: the others follow. */
  readonly early?: readonly D[]
  /** Boundaries that are tried by one form each. */
  readonly once?: (target: Target) => readonly D[]
  /** Whether key_ids are tried with secrets of other supplied keys, too. */
  readonly crossed?: boolean
  /** Keys that are malformed as well: how they are refused is the matter of `a.auth.malformed-key`. */
  readonly alsoMalformed?: (d: D) => boolean
}

type Refusing<C> = Pick<Trial<C, Exchange>, 'cases' | 'send' | 'judge'>

/** The part of a rule that tries one class of spoilt keys by both forms: to be spread into `trial({ ... })`. */
export function refusing<D>(
  mutation: Mutation<D>,
  { count, early = [], once = () => [], crossed = false, alsoMalformed = () => false }: Options<D>,
): Refusing<Spoilt<D | Crossed>> {
  const first = (target: Target) =>
    bothForms<D | Crossed>(ahead(early, mutation.first), [...(crossed ? crossings(target) : []), ...once(target)])
  return {
    cases: {
      first,
      any: fc.record({ by: anyForm, key: mutation.any }),
      count,
      inWords: ({ by, key }) => `${noteOf(mutation, key)}, by ${by}`,
    },
    async send({ by, key }, tools) {
      const { target } = tools
      await tools.good(users(target, {}, supplied(target, 'active', by)))
      return tools.sparingly(users(target, {}, spoilt(mutation, target, key, by)))
    },
    judge: (x, { key }) => (!isCrossed(key) && alsoMalformed(key) && !isSuccess(x) ? undefined : unauthorized(x)),
  }
}

function ahead<D>(early: readonly D[], all: readonly D[]): readonly D[] {
  const texts = new Set(early.map((d) => JSON.stringify(d)))
  return [...early, ...all.filter((d) => !texts.has(JSON.stringify(d)))]
}

/** The forms take turns, so that however few are tried both are among them. */
export function bothForms<D>(keys: readonly D[], once: readonly D[] = []): readonly Spoilt<D>[] {
  const turns = (of: readonly D[], shift: number) => of.map((key, i) => ({ by: FORMS[(i + shift) % 2]!, key }))
  return [...turns(keys, 0), ...turns(keys, 1), ...turns(once, 0)]
}

/** A supplied key, by a form, with what else was asked. */
export interface Asked {
  readonly by: Form
  readonly query: ValidQuery
}

export const askedCases = (count: Cases<unknown>['count']): Cases<Asked> => ({
  first: [
    { by: 'X-Api-Key', query: {} },
    { by: 'Bearer', query: { updated_since: '2024-06-15T12:00:00Z' } },
    { by: 'Bearer', query: {} },
    { by: 'X-Api-Key', query: { updated_since: '2024-06-15T12:00:00Z' } },
    { by: 'X-Api-Key', query: { page: 2, per_page: 7 } },
    { by: 'Bearer', query: { page: 2, per_page: 7 } },
    { by: 'X-Api-Key', query: { per_page: 100 } },
  ],
  any: (target: Target) => fc.record({ by: anyForm, query: anyValidQuery(target) }),
  count,
})

/** The same for a key that was supplied, with any valid query. */
export function refusingSupplied(
  condition: Exclude<KeyCondition, 'active'>,
  count: Cases<unknown>['count'],
): Refusing<Asked> {
  return { cases: askedCases(count), send: sendSupplied(condition), judge: (x) => unauthorized(x) }
}

/** Sends a request by a supplied key, paired with the same by the active one. `once` leaves a request that is known to the run unsent. */
export const sendSupplied =
  (
    condition: Exclude<KeyCondition, 'active'>,
    how: 'sparingly' | 'once' = 'sparingly',
  ): Trial<Asked, Exchange>['send'] =>
  async ({ by, query }, tools) => {
    const { target } = tools
    await tools.good(users(target, {}, supplied(target, 'active', by)))
    return tools[how](users(target, { ...query }, supplied(target, condition, by)))
  }
