import { nearest } from '../core/did-you-mean.ts'
import type { Rule } from '../core/rule.ts'
import { UsageError } from '../core/usage-error.ts'
import { unknownRule } from './rules.ts'

export interface Fault {
  /** Id of the rule that it breaks. */
  readonly rule: string
  readonly name: string
}

/** Finds faults by `RULE/FAULT`; the name can be left out where the rule has one only. */
export function faultsNamed(ids: readonly string[], rules: readonly Rule[]): Fault[] {
  return ids.map((id) => find(id, rules))
}

function find(id: string, rules: readonly Rule[]): Fault {
  const [ruleId = '', name] = id.split('/', 2)
  const rule = rules.find((candidate) => candidate.id === ruleId)
  if (!rule)
    throw new UsageError(
      `--fault: ${unknownRule(
        ruleId,
        rules.map((known) => known.id),
      )}`,
    )
  const names = Object.keys(rule.faults ?? {})
  if (names.length === 0) throw new UsageError(`--fault: ${ruleId} has no fault`)
  if (name !== undefined && names.includes(name)) return { rule: ruleId, name }
  if (name === undefined && names.length === 1) return { rule: ruleId, name: names[0]! }
  throw new UsageError(`--fault: ${ruleId} has ${whichOf(name, names, ruleId)}`)
}

function whichOf(name: string | undefined, names: readonly string[], ruleId: string): string {
  const close = name === undefined ? [] : nearest(name, names)
  const meant = (close.length > 0 ? close : names).map((known) => `${ruleId}/${known}`).join(' or ')
  return name === undefined ? `several faults: ${meant}` : `no fault ${JSON.stringify(name)}; did you mean ${meant}?`
}
