import { type Control, namesOf } from '../../core/control-module.ts'
import type { Variant } from '../../core/rule.ts'
import { didYouMean } from '../../core/usage-error.ts'

/** A loaded control module. */
export interface ControlSource {
  readonly module: Control
  /** Timeout of one call in milliseconds. Default: 30 s. */
  readonly limit?: number
  /** Set if a person acts as the module: no timeout, and all created keys are revoked together at the end. */
  /** Ends a control program, once everything is revoked. */
  readonly close?: () => Promise<void>
  readonly byHand?: { revokeAll(keys: readonly string[], variant: Variant): Promise<void> }
}

const SIDES: readonly Variant[] = ['a', 'b']

/** What is wrong with a value that should be a `Control`; undefined if nothing is. */
export function problemOf(control: unknown): string | undefined {
  try {
    return problemOfAny(control)
  } catch {
    return 'throws when it is inspected'
  }
}

function problemOfAny(control: unknown): string | undefined {
  if (!isObject(control)) return 'is not an object; write defineControl({ a: { ... }, b: { ... } })'
  for (const [side, functions] of Object.entries(control)) {
    if (!SIDES.includes(side as Variant)) return `has ${JSON.stringify(side)}; only a and b are allowed`
    if (functions === undefined) continue
    if (!isObject(functions)) return `has ${side}, but it is not an object`
    const problem = problemIn(functions, side as Variant)
    if (problem) return problem
  }
  return SIDES.some((side) => side in control) ? undefined : 'has neither a nor b'
}

function problemIn(functions: object, variant: Variant): string | undefined {
  const known = namesOf(variant)
  for (const [name, value] of Object.entries(functions)) {
    if (!(known as string[]).includes(name))
      return `has ${variant}.${name}, which is not a function of variant ${variant.toUpperCase()}${didYouMean(name, known)}`
    if (value !== undefined && typeof value !== 'function') return `has ${variant}.${name}, but it is not a function`
  }
  return undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
