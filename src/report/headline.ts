import type { RuleResult } from '../core/results.ts'

/** What a reader sees first of a violated rule: what happened, or else what should hold. */
export const headlineOf = ({ title, failure }: Pick<RuleResult, 'title' | 'failure'>): string =>
  failure?.headline ?? title
