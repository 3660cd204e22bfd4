import type { Report } from '../core/results.ts'

/** What a run was made with, as far as it may explain what came of it. */
export function madeWith({ suite, run }: Report): Readonly<Record<string, string>> {
  return {
    'suite version': suite.version,
    catalogue: `revision ${run.catalogue ?? 1}`,
    depth: run.depth,
    strict: yesNo(run.strict),
    'accepted failures': String(run.expect?.entries ?? 0),
    interrupted: yesNo(run.interrupted),
    demo: yesNo(run.demo === true),
    'judged again': yesNo(run.regraded !== undefined),
  }
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
