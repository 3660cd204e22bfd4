import type { ProofSummary, Report } from '../core/results.ts'

/** What `--insecure` means for a run. */
export const INSECURE =
  '--insecure: certificates are not checked, so a machine in between can read the keys and respond for the deployment'

/** What a verdict of this version of the suite is worth, in one line. */
export const proofText = ({ faults, freedoms, digest }: ProofSummary): string =>
  [
    `${faults.caught} of ${faults.of} faulty servers caught`,
    `${freedoms.green} of ${freedoms.of} legal ones not accused, over ${freedoms.seeds} seeds`,
    `matrices ${digest.slice(0, 12)}`,
  ].join(', ')

/** The conditions of a run that may explain why its results differ from those of another. */
export function runConditions({ suite, run }: Report): Readonly<Record<string, string>> {
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
