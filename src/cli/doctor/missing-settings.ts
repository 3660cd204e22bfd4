import { isControl, isRelated, supplies, unmet } from '../../core/needs.ts'
import { COMMAND } from '../../core/package.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { Need, Target } from '../../core/target.ts'

/** Something to supply, and the rules it enables. */
export interface MissingSetting {
  readonly supply: string
  /** Ids. A rule that needs several things is listed under each. */
  readonly rules: readonly string[]
  /** Lines to paste into a shell. */
  readonly paste: readonly string[]
}

interface Situation {
  readonly target: Target
  readonly timing: boolean
}

/** Needs of a rule that neither the target nor the run meets. */
export const lacks = (rule: Rule, { target, timing }: Situation): Need[] => [
  // `doctor` has no requests to spare for other projects and datasets.
  ...unmet(rule, target).filter((need) => target.related !== undefined || !isRelated(need)),
  ...(!timing && rule.needs?.includes('timing') ? (['timing'] as const) : []),
]

/** What to supply, by the number of rules it enables. All control functions count as one, and needs that one setting meets. */
export function missingSettings(rules: readonly Rule[], situation: Situation): MissingSetting[] {
  const { variant } = situation.target
  const pairs = rules.flatMap((rule) => lacks(rule, situation).map((need) => ({ id: rule.id, need })))
  const groups = Map.groupBy(pairs, ({ need }) => groupOf(need))
  const missing = [...groups].map(([name, members]) => ({
    supply: [...new Set(supplies([...new Set(members.map(({ need }) => need))], variant))].join(', '),
    rules: [...new Set(members.map(({ id }) => id))],
    paste: name === 'control' ? controlLines(situation) : linesFor(name, variant),
  }))
  return missing.sort((a, b) => b.rules.length - a.rules.length)
}

function groupOf(need: Need): Need | 'control' {
  if (isControl(need)) return 'control'
  return need === 'dataset:ordered' ? 'dataset:order-by' : need
}

function controlLines({ target }: Situation): string[] {
  // An existing module lacks functions, which the text names.
  if (target.control?.length) return []
  return [
    `${COMMAND} init --control control.mts`,
    'export TENANT_CONTROL=control.mts  # `help control` says how',
    '# without code, you act when asked: export TENANT_CONTROL=manual',
  ]
}

function linesFor(need: Need | 'control', variant: Variant): string[] {
  const prefix = `export TENANT_${variant.toUpperCase()}_`
  if (need.startsWith('key:')) return [`${prefix}KEY_${need.slice(4).toUpperCase().replace('-', '_')}=...`]
  return LINES[need]?.map((line) => prefix + line) ?? []
}

const LINES: Readonly<Record<string, readonly string[]>> = {
  'second-key': ['KEY_REVOKED=...  # or any other second key'],
  'other-company': ['KEY_OTHER_COMPANY=...'],
  'other-tenant': ['KEY_OTHER_TENANT=...'],
  project: ['PROJECT_ID=...'],
  dataset: ['PROJECT_ID=...', 'DATASET_ID=...  # a dataset of this project with rows'],
  'dataset:order-by': ['PROJECT_ID=...', 'DATASET_ID=...', 'DATASET_ORDER_BY=...  # for example -day,id'],
}
