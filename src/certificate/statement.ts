import { OPEN, type Report, type RuleResult, type TargetResult } from '../report/results.ts'
import { sha256 } from './digests.ts'
import type { CertifiedSettings } from './settings.ts'

/** https://github.com/in-toto/attestation: Statement v1 with the test-result predicate v0.1, and fields of our own in it. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1'
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1'
  readonly predicate: Predicate
}

export interface Predicate {
  /** `complete`, or `partial: 3 stated rules were not tried`. */
  readonly scope: string
  /** WARNED: an implied rule is broken, or a failure is accepted. */
  readonly result: 'PASSED' | 'WARNED'
  readonly configuration: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
  readonly passedTests: readonly string[]
  readonly warnedTests: readonly string[]
  readonly failedTests: readonly string[]
  readonly conformance: Conformance
}

export interface Conformance {
  readonly suite: Report['suite']
  readonly startedAt: string
  readonly validUntil: string
  /** What the keys' lives were tried with. */
  readonly evidence: 'fixed keys' | 'control module'
  readonly seed: number
  readonly depth: string
  readonly strict: boolean
  /** Revision. */
  readonly catalogue: number
  readonly settings: CertifiedSettings
  readonly targets: readonly {
    readonly variant: string
    readonly baseUrl: string
    readonly verdict: string
    readonly requests: number
    readonly rules: Readonly<Record<string, string>>
    readonly notTried: Readonly<Record<string, string>>
    readonly accepted: Readonly<Record<string, string>>
  }[]
}

export interface Making {
  readonly report: Report
  /** As it was written. */
  readonly reportText: string
  /** A release name or digest that the operator gives: `v2.3.1`, `sha256:…`. */
  readonly subject?: string
  readonly validDays: number
  readonly settings: CertifiedSettings
  readonly digests: { readonly suite: string; readonly catalogue: string }
}

const DAY_MS = 86_400_000

/** Rules that the references state and that came to no result, in all targets. */
export const untried = ({ targets }: Report): RuleResult[] =>
  targets.flatMap(({ rules }) => rules.filter(({ level, status }) => level === 'stated' && OPEN.includes(status)))

export function statementOf({ report, reportText, subject, validDays, settings, digests }: Making): Statement {
  const { suite, run, targets } = report
  const missing = untried(report).length
  const named = (status: string) => targets.flatMap(({ rules }) => idsOf(rules, status))
  const [warned, accepted] = [named('warned'), named('expected')]
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: targets.map((target) => subjectOf(target, subject)),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      scope:
        missing === 0
          ? 'complete'
          : `partial: ${missing} stated ${missing === 1 ? 'rule was' : 'rules were'} not tried`,
      result: warned.length + accepted.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [
        { name: 'suite', digest: { sha256: digests.suite } },
        { name: 'catalogue', digest: { sha256: digests.catalogue } },
        ...(suite.proof ? [{ name: 'proof matrices', digest: { sha256: suite.proof.digest } }] : []),
        { name: 'report.json', digest: { sha256: sha256(reportText) } },
      ],
      passedTests: named('passed'),
      warnedTests: warned,
      failedTests: accepted,
      conformance: {
        suite,
        startedAt: run.startedAt,
        validUntil: new Date(Date.parse(run.startedAt) + run.durationMs + validDays * DAY_MS).toISOString(),
        evidence: settings.control === 'none' ? 'fixed keys' : 'control module',
        seed: run.seed,
        depth: run.depth,
        strict: run.strict,
        catalogue: run.catalogue ?? 1,
        settings,
        targets: targets.map(certified),
      },
    },
  }
}

const idsOf = (rules: readonly RuleResult[], status: string): string[] =>
  rules.filter((rule) => rule.status === status).map(({ id }) => id)

/** in-toto wants a digest of each subject; a deployment has none, so that without the operator's it is that of its name. */
function subjectOf({ variant, baseUrl }: TargetResult, subject?: string) {
  const name = `${baseUrl} (variant ${variant.toUpperCase()})`
  const given = /^sha256:([0-9a-f]{64})$/.exec(subject ?? '')?.[1]
  if (given) return { name, digest: { sha256: given } }
  const full = subject === undefined ? name : `${name} ${subject}`
  return { name: full, digest: { sha256: sha256(full) } }
}

function certified({ variant, baseUrl, verdict, requests, rules }: TargetResult) {
  const by = (statuses: readonly string[]) =>
    Object.fromEntries(
      rules.filter(({ status }) => statuses.includes(status)).map(({ id, reason }) => [id, reason ?? '']),
    )
  return {
    variant,
    baseUrl,
    verdict,
    requests,
    rules: Object.fromEntries(rules.map(({ id, status }) => [id, status])),
    notTried: by(OPEN),
    accepted: by(['expected']),
  }
}
