import { isControl, supplies, unmet } from '../../core/needs.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { Need, Target } from '../../core/target.ts'

/** Rules that one thing to supply would let be tried. */
export interface Lack {
  /** What to supply, in words. */
  readonly supply: string
  /** Ids; a rule that lacks several things stands in the group of each. */
  readonly rules: readonly string[]
  /** Lines to paste into a shell. */
  readonly paste: readonly string[]
}

export interface Situation {
  readonly target: Target
  readonly timing: boolean
  /** How the command is called here. */
  readonly command: string
}

/** What a rule lacks: what its target does not meet, and time that the run is not to measure. */
export const lacks = (rule: Rule, { target, timing }: Situation): Need[] => [
  ...unmet(rule, target),
  ...(!timing && rule.needs?.includes('timing') ? (['timing'] as const) : []),
]

/** What to supply, the thing that most rules wait for first. All that a control module would do is one thing. */
export function leftOut(rules: readonly Rule[], situation: Situation): Lack[] {
  const groups = new Map<string, { needs: Set<Need>; rules: Set<string> }>()
  for (const rule of rules)
    for (const need of lacks(rule, situation)) {
      const name = isControl(need) ? 'control' : need
      const group = groups.get(name) ?? { needs: new Set(), rules: new Set() }
      groups.set(name, group)
      group.needs.add(need)
      group.rules.add(rule.id)
    }
  const { variant } = situation.target
  return [...groups.values()]
    .map(({ needs, rules }) => ({
      supply: supplies([...needs], variant).join(', '),
      rules: [...rules],
      paste: [...needs].some(isControl) ? controlLines(situation) : pasteOf([...needs][0]!, variant),
    }))
    .sort((a, b) => b.rules.length - a.rules.length)
}

function controlLines({ target, command }: Situation): string[] {
  // There is one already: it lacks functions, which the words name.
  if (target.control?.length) return []
  return [`${command} init --control control.mts`, 'export TENANT_CONTROL=control.mts']
}

function pasteOf(need: Need, variant: Variant): string[] {
  const setting = `TENANT_${variant.toUpperCase()}`
  if (need.startsWith('key:')) {
    const condition = need.slice(4)
    return [`export ${setting}_KEY_${condition.toUpperCase().replace('-', '_')}=...`]
  }
  return PASTE[need]?.map((line) => line.replace('TENANT_X', setting)) ?? []
}

const PASTE: Readonly<Record<string, readonly string[]>> = {
  'second-key': ['export TENANT_X_KEY_REVOKED=...  # or any other second key'],
  'other-company': ['export TENANT_B_KEY_OTHER_COMPANY=...'],
  project: ['export TENANT_B_PROJECT_ID=...'],
  dataset: ['export TENANT_B_PROJECT_ID=...', 'export TENANT_B_DATASET_ID=...  # a dataset of it with rows'],
  'dataset:ordered': [
    'export TENANT_B_PROJECT_ID=...',
    'export TENANT_B_DATASET_ID=...',
    'export TENANT_B_DATASET_ORDERED=true',
  ],
}
