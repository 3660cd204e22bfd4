import { count } from '../../core/count.ts'
import type { Drift, RuleChange, TargetDiff } from './compare.ts'
import type { Movement } from './measured-changes.ts'
import { differingAspects } from './observation-text.ts'

/** Changes of one kind, as every rendering shows them. */
export interface ChangeGroup {
  readonly title: string
  readonly isRegression: boolean
  readonly changes: readonly { readonly id: string; readonly text: string; readonly details: readonly string[] }[]
}

/** The changes of a target in reading order. */
export function changeGroups({ broken, untried, fresh, kept, tried, drifted, moved }: TargetDiff): ChangeGroup[] {
  const regression = (title: string, changes: readonly RuleChange[]) => ({
    title,
    isRegression: true,
    changes: changes.map(ruleChange),
  })
  const other = (title: string, changes: ChangeGroup['changes']) => ({ title, isRegression: false, changes })
  return [
    regression('newly violated', broken),
    regression('no longer tested', untried),
    other('violated, and new in the catalogue', fresh.map(ruleChange)),
    other('newly passed', kept.map(ruleChange)),
    other('newly tested, and passed', tried.map(ruleChange)),
    other('observed behaviour that changed', drifted.map(driftChange)),
    other('measured', moved.map(measuredChange)),
  ].filter(({ changes }) => changes.length > 0)
}

const ruleChange = ({ id, before, after, why }: RuleChange) => ({
  id,
  text: `${before}, now ${after}`,
  details: why === undefined ? [] : [why],
})

/** `per_page=101: 400 (code x), now 200 (data 100 records)`. */
const driftChange = ({ id, title, before, after }: Drift) => ({
  id,
  text: title,
  details: differingAspects([before, after]).map(
    ({ name, texts }) => `${name === undefined ? '' : `${name}: `}${texts.join(', now ')}`,
  ),
})

const measuredChange = ({ what, before, after, unit }: Movement) => ({
  id: what,
  text: `${before}${unit}, now ${after}${unit}`,
  details: [],
})

/** `2 rules newly violated, 1 rule no longer tested, 12 observed behaviours changed`. */
export function changeSummary({ only, broken, untried, kept, stillBroken, drifted }: TargetDiff): string {
  if (only === 'before') return 'not in the later report'
  if (only === 'after') return 'not in the earlier report'
  const parts: readonly (readonly [changes: readonly unknown[], noun: string, what: string])[] = [
    [broken, 'rule', 'newly violated'],
    [untried, 'rule', 'no longer tested'],
    [kept, 'rule', 'newly passed'],
    [stillBroken, 'rule', 'still violated'],
    [drifted, 'observed behaviour', 'changed'],
  ]
  const texts = parts.flatMap(([{ length }, noun, what]) => (length > 0 ? [`${count(length, noun)} ${what}`] : []))
  return texts.join(', ') || 'nothing changed'
}
