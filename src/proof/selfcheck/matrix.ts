import { createHash } from 'node:crypto'
import type { Rule, Variant } from '../../core/rule.ts'
import { isTimed } from '../../engine/session/rule-traits.ts'

export type Kind = 'fault' | 'freedom'

/** One server variation, and the rule that declares it. */
export interface Entry {
  readonly kind: Kind
  /** `<rule id>/<name>`. */
  readonly id: string
  readonly rule: string
  readonly name: string
  readonly variant: Variant
  /** Names of the replaced decisions. */
  readonly decisions: readonly string[]
  /** Whether its rule measures time. */
  readonly timed: boolean
}

const FIELDS = { fault: 'faults', freedom: 'freedoms' } as const

/** The faults or freedoms that the rules declare: a fault must fail its rule, a freedom no rule. */
export function matrixOf(rules: readonly Rule[], kind: Kind): Entry[] {
  return rules.flatMap((rule) =>
    Object.entries(rule[FIELDS[kind]] ?? {}).map(([name, behaviour]) => ({
      kind,
      id: `${rule.id}/${name}`,
      rule: rule.id,
      name,
      variant: rule.variant,
      decisions: Object.keys(behaviour).sort(),
      timed: isTimed(rule),
    })),
  )
}

/** Digest that identifies the entries of a proof, independent of their order. */
export function digestOf(entries: readonly Entry[]): string {
  const lines = entries.map(({ kind, id, decisions }) => `${kind} ${id} ${decisions.join(',')}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
