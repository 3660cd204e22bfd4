import { scopeOf } from '../../core/coverage.ts'
import type { Report, Status, TargetResult } from '../../core/results.ts'
import type { Depth } from '../../core/rule.ts'
import type { Statement, Subject } from './statement.ts'

export const VERIFICATION_RESULT = 'https://in-toto.io/attestation/svr/v0.1'
/** The verified properties for a policy engine, without the results of single rules. */
export type VerificationStatement = Statement<typeof VERIFICATION_RESULT, VerificationResult>

/** The Simple Verification Result predicate. */
export interface VerificationResult {
  /** A package URL with the version of the suite. */
  readonly verifier: { readonly id: string }
  /** ISO 8601. */
  readonly timeCreated: string
  /** `TENANT_API_A_CONFORMANT_STANDARD`, `TENANT_API_A_STATED_RULES_PASSED_QUICK`. */
  readonly properties: readonly string[]
}

const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** Undefined where no property was verified, as after a partial run. */
export function verificationOf({ suite, run, targets }: Report, subject: Subject): VerificationStatement | undefined {
  // A deeper run includes the shallower ones.
  const depths = DEPTHS.slice(0, DEPTHS.indexOf(run.depth) + 1)
  const properties = targets.flatMap((target) =>
    propertiesOf(target).flatMap((property) =>
      depths.map((depth) => `TENANT_API_${target.variant}_${property}_${depth}`.toUpperCase()),
    ),
  )
  if (properties.length === 0) return undefined
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [subject],
    predicateType: VERIFICATION_RESULT,
    predicate: {
      verifier: { id: `pkg:npm/${suite.name}@${suite.version}` },
      timeCreated: new Date(Date.parse(run.startedAt) + run.durationMs).toISOString(),
      properties,
    },
  }
}

function propertiesOf({ rules }: TargetResult): string[] {
  const violated = rules.filter(({ status }) => VIOLATED.includes(status))
  if (
    scopeOf(rules) === 'partial' ||
    violated.some(({ level, severity }) => level === 'stated' || severity === 'error')
  )
    return []
  return violated.length === 0 ? ['STATED_RULES_PASSED', 'CONFORMANT'] : ['STATED_RULES_PASSED']
}

const VIOLATED: readonly Status[] = ['failed', 'warned', 'expected']
