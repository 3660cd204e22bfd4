import type { Rule } from '../../core/rule.ts'

/** Whether the rule skips the quick round: it measures time or costs a person's time. */
export const leftToTheLast = (rule: Rule, byHand: boolean): boolean => isTimed(rule) || (byHand && usesControl(rule))

/** Whether the rule measures time. Such rules run after all others. */
export const isTimed = ({ needs }: Rule): boolean => needs?.includes('timing') === true

/** Whether the rule calls the control module. */
export const usesControl = ({ needs = [] }: Rule): boolean => needs.some((need) => need.startsWith('control.'))
