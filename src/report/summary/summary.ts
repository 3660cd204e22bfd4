import type { Json } from '../../core/json.ts'
import type { Status, Verdict } from '../../core/results.ts'
import type { Level, Variant } from '../../core/rule.ts'
import type { VerdictText } from '../verdict-text.ts'

/** Many reports in one: rules by deployments. Everything that is rendered is rendered from this. */
export interface Summary {
  readonly schemaVersion: 1
  /** What the runs were made with that is not the same for all: said first, since it may explain the rest. */
  readonly made: readonly Setting[]
  readonly matrices: readonly Matrix[]
}

export interface Setting {
  readonly what: string
  readonly values: readonly Share<string>[]
}

/** A value, and the names of the reports that have it. The exceptions come first. */
export interface Share<Value> {
  readonly value: Value
  readonly of: readonly string[]
}

export interface Matrix {
  readonly variant: Variant
  readonly deployments: readonly Deployment[]
  /** What differs comes first. */
  readonly rules: readonly Row[]
}

export interface Deployment {
  readonly name: string
  readonly baseUrl: string
  readonly startedAt: string
  readonly verdict: Verdict
  readonly scope: 'complete' | 'partial'
  /** The verdict in words, as in its own report: `conformant with 3 warnings`. */
  readonly phrase: string
  readonly tone: VerdictText['tone']
  /** Why nothing could be tried there. */
  readonly stopped?: string
  readonly counts: Readonly<Record<Status, number>>
  readonly requests: number
}

/** In the order in which a reader wants to know of them. */
export const GROUPS = ['broken on some', 'broken on all', 'observed to differ', 'not tried on all', 'alike'] as const
export type Group = (typeof GROUPS)[number]

export interface Row {
  readonly id: string
  readonly title: string
  readonly level: Level
  readonly section: string
  readonly group: Group
  /** In the order of the deployments; null where nothing was tried, or the rule is not known there. */
  readonly cells: readonly (Cell | null)[]
}

export interface Cell {
  readonly status: Status
  /** What the report says of it: how it is broken, or why it was not tried. */
  readonly why?: string
  readonly observation?: Json
}
