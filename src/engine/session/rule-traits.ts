import type { Rule } from '../../core/rule.ts'
/** Not for a first round: what is tried when all else is through, and what costs a person's time. */
export const leftToTheLast = (rule: Rule, byHand: boolean): boolean => isTimed(rule) || (byHand && usesControl(rule))

/** Measures time: tried when all other rules are through. */
export const isTimed = ({ needs }: Rule): boolean => needs?.includes('timing') === true

export const usesControl = ({ needs = [] }: Rule): boolean => needs.some((need) => need.startsWith('control.'))
