import { createHash } from 'node:crypto'
import type { Rule, Variant } from '../../core/rule.ts'
import { isTimed } from '../../engine/session/rule-traits.ts'

export type Kind = 'fault' | 'freedom'

/** One server that differs from the lawful one, and the rule in whose file it stands. */
export interface Entry {
  readonly kind: Kind
  /** `<rule id>/<name>`. */
  readonly id: string
  readonly rule: string
  readonly name: string
  readonly variant: Variant
  /** Names of the decisions that it replaces. */
  readonly decisions: readonly string[]
  /** Its rule measures time. */
  readonly timed: boolean
}

const FIELDS = { fault: 'faults', freedom: 'freedoms' } as const

/** Both matrices as they stand in the rules: faults turn their rule red, freedoms turn nothing red. */
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

/** Says which faults and freedoms a proof is of: the same for the same entries, wherever it is computed. */
export function digestOf(entries: readonly Entry[]): string {
  const lines = entries.map(({ kind, id, decisions }) => `${kind} ${id} ${decisions.join(',')}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
