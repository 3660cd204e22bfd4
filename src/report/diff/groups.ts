import type { RuleChange, TargetDiff } from './compare.ts'
import { driftLines } from './words.ts'

/** One heading with its entries, each with lines of detail: what every rendering shows, in the order of reading. */
export interface Group {
  readonly title: string
  readonly regression: boolean
  readonly entries: readonly { readonly id: string; readonly said: string; readonly details: readonly string[] }[]
}

export function groupsOf(target: TargetDiff): Group[] {
  const { broken, untried, fresh, kept, tried, drifted } = target
  const groups: Group[] = [
    { title: 'newly broken', regression: true, entries: broken.map(ruleEntry) },
    { title: 'no longer tried', regression: true, entries: untried.map(ruleEntry) },
    { title: 'broken, and new in the catalogue', regression: false, entries: fresh.map(ruleEntry) },
    { title: 'newly kept', regression: false, entries: kept.map(ruleEntry) },
    { title: 'newly tried, and kept', regression: false, entries: tried.map(ruleEntry) },
    {
      title: 'observed behaviour that changed',
      regression: false,
      entries: drifted.map(({ id, title, before, after }) => ({ id, said: title, details: driftLines(before, after) })),
    },
    { title: 'measured', regression: false, entries: target.moved.map(movementEntry) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

function ruleEntry({ id, before, after, why }: RuleChange) {
  return { id, said: `${before}, now ${after}`, details: why === undefined ? [] : [why] }
}

function movementEntry({ what, before, after, unit }: TargetDiff['moved'][number]) {
  return { id: what, said: `${before}${unit}, now ${after}${unit}`, details: [] }
}

/** `2 rules newly broken, 1 no longer tried; 12 observed behaviours changed`, or that nothing did. */
export function summaryOf(target: TargetDiff): string {
  const { only, broken, untried, kept, stillBroken, drifted } = target
  if (only === 'before') return 'not in the later report'
  if (only === 'after') return 'not in the earlier report'
  const parts = [
    counted(broken.length, 'newly broken'),
    counted(untried.length, 'no longer tried'),
    counted(kept.length, 'newly kept'),
    counted(stillBroken.length, 'broken as before'),
    drifted.length > 0 ? `${drifted.length} observed ${drifted.length === 1 ? 'behaviour' : 'behaviours'} changed` : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'nothing changed' : parts.join(', ')
}

const counted = (n: number, what: string): string => (n === 0 ? '' : `${n} ${n === 1 ? 'rule' : 'rules'} ${what}`)
