import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { SECRET_LENGTH } from '../../core/key-format.ts'
import { DEPTHS, VARIANTS } from '../../core/literal-types.ts'
import { readTextFile } from '../../core/read-text-file.ts'
import { OPEN, type Report, type Status, type TargetResult } from '../../core/results.ts'
import { missingIn, ruleCoverage, scopeOf } from '../../core/rule-coverage.ts'
import { MANUAL, type Settings, type TargetSettings } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { idsWith, verdictSummary } from '../verdict-text.ts'
import { open, sha256 } from './dsse.ts'

const text = z.string()
const hex = z.string().regex(/^[0-9a-f]+$/)
const digestOf = z.object({ sha256: text })
const perRule = z.record(text, text)

/** An in-toto ResourceDescriptor of the artifact that the deployment runs. `name`: of a container image, without its digest. */
const Subject = z.object({
  name: text.optional(),
  digest: z.union([z.strictObject({ sha256: hex }), z.strictObject({ gitCommit: hex })]),
})
type Subject = z.infer<typeof Subject>

/** An in-toto Statement v1, https://github.com/in-toto/attestation. */
const Head = z.object({ _type: z.literal('https://in-toto.io/Statement/v1'), subject: z.array(Subject).min(1) })

const CertifiedTarget = z.object({
  variant: z.enum(VARIANTS),
  baseUrl: text,
  verdict: text,
  /** The verdict as text: `conformant with 1 warning, 45 of 45 required rules decided`. */
  summary: text,
  requests: z.int(),
  coverage: z.object({ required: z.int(), decided: z.int() }),
  rules: perRule,
  notTried: perRule,
  accepted: perRule,
})

const Conformance = z.object({
  suite: z.object({ name: text, version: text }),
  startedAt: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  /** How key states were tested. */
  evidence: z.enum(['fixed keys', 'control module']),
  seed: z.int(),
  depth: z.enum(DEPTHS),
  strict: z.boolean(),
  /** Revision. */
  catalogue: z.int(),
  settings: z.custom<CertifiedSettings>(),
  targets: z.array(CertifiedTarget).min(1),
})
export type Conformance = z.infer<typeof Conformance>

/**
 * The Test Result predicate. `scope` and `conformance` are our own fields. They never weaken a standard one: a reader that ignores
 * them still sees WARNED.
 */
const TestResult = z.object({
  /** `complete`, or `partial: 3 rules were not decided`. */
  scope: text,
  /** WARNED: a partial run, a violation of severity warning, or an accepted failure. */
  result: z.enum(['PASSED', 'WARNED']),
  configuration: z.array(z.object({ name: text, digest: digestOf })),
  passedTests: z.array(text),
  warnedTests: z.array(text),
  /** Accepted failures. */
  failedTests: z.array(text),
  conformance: Conformance,
})
export type TestResult = z.infer<typeof TestResult>

export const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1'
/** The certificate. */
const TestResultStatement = Head.extend({ predicateType: z.literal(TEST_RESULT), predicate: TestResult })
export type TestResultStatement = z.infer<typeof TestResultStatement>

/** The Simple Verification Result predicate: the verified properties for a policy engine, without the results of single rules. */
const VerificationStatement = Head.extend({
  predicateType: z.literal('https://in-toto.io/attestation/svr/v0.1'),
  predicate: z.object({
    /** A package URL with the version of the suite. */
    verifier: z.object({ id: text }),
    timeCreated: z.iso.datetime(),
    /** `TENANT_API_A_CONFORMANT_STANDARD`, `TENANT_API_A_STATED_RULES_PASSED_QUICK`. */
    properties: z.array(text),
  }),
})
type VerificationStatement = z.infer<typeof VerificationStatement>

export const Statement = z.discriminatedUnion('predicateType', [TestResultStatement, VerificationStatement])
export type Statement = z.infer<typeof Statement>

/** The statement of a certificate, or why it is refused: this key did not sign it, or it was changed. */
export function readCertificate(
  path: string,
  publicKey: KeyObject,
): { readonly statement: Statement } | { readonly refused: string } {
  const content = readTextFile(path)
  try {
    const payload: unknown = JSON.parse(open(content, publicKey))
    if (!Statement.safeParse(payload).success) return { refused: 'what was signed is not a certificate' }
    return { statement: payload as Statement }
  } catch (error) {
    return { refused: error instanceof SyntaxError ? 'what was signed is not JSON' : (error as Error).message }
  }
}

/** Everything that a certificate is made from. */
interface Making {
  readonly report: Report
  /** The text of `report.json`. */
  readonly reportText: string
  readonly subject: Subject
  readonly validDays: number
  readonly settings: CertifiedSettings
  readonly digests: { readonly suite: string; readonly catalogue: string }
}

const DAY_MS = 86_400_000

/** Ids of the rules, over all targets, that keep the report from being complete. */
export const missing = ({ targets }: Report): string[] => targets.flatMap(({ rules }) => missingIn(rules))

export function statementOf({
  report,
  reportText,
  subject,
  validDays,
  settings,
  digests,
}: Making): TestResultStatement {
  const { suite, run, targets } = report
  const absent = missing(report).length
  const named = (status: Status) => targets.flatMap(({ rules }) => idsWith(status, rules))
  const [warned, accepted] = [named('warned'), named('expected')]
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [subject],
    predicateType: TEST_RESULT,
    predicate: {
      scope: absent === 0 ? 'complete' : `partial: ${absent} ${absent === 1 ? 'rule was' : 'rules were'} not decided`,
      result: absent + warned.length + accepted.length > 0 ? 'WARNED' : 'PASSED',
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

function certified(target: TargetResult): Conformance['targets'][number] {
  const { variant, baseUrl, verdict, requests, rules } = target
  const by = (statuses: readonly Status[]) =>
    Object.fromEntries(
      rules.filter(({ status }) => statuses.includes(status)).map(({ id, reason }) => [id, reason ?? '']),
    )
  return {
    variant,
    baseUrl,
    verdict,
    summary: verdictSummary(target),
    requests,
    coverage: ruleCoverage(rules),
    rules: Object.fromEntries(rules.map(({ id, status }) => [id, status])),
    notTried: by(OPEN),
    accepted: by(['expected']),
  }
}

/** The settings of a run without secrets. */
interface CertifiedSettings
  extends Pick<Settings, 'rules' | 'timing' | 'concurrency' | 'rate' | 'timeout' | 'maxRequests'> {
  readonly control: 'none' | 'module' | 'manual'
  readonly targets: readonly Readonly<Record<string, unknown>>[]
}

export function settingsWithoutSecrets(settings: Settings): CertifiedSettings {
  const { rules, timing, concurrency, rate, timeout, maxRequests, control, targets } = settings
  return {
    ...{ rules, timing, concurrency, rate, timeout, maxRequests },
    control: control === undefined ? 'none' : control.file === MANUAL ? 'manual' : 'module',
    targets: targets.map(targetWithoutSecrets),
  }
}

function targetWithoutSecrets({ keys, ...target }: TargetSettings) {
  const maskedKeys = Object.entries(keys).map(([condition, key]) => [condition, masked(key!.value)] as const)
  return { ...target, keys: Object.fromEntries(maskedKeys) }
}

/** `<prefix>_<key_id>_****` */
const masked = (key: string): string => `${key.slice(0, -SECRET_LENGTH)}****`

const FORMS = 'sha256:HEX, gitCommit:HEX or IMAGE@sha256:HEX'

/** The artifact that `--subject` names. Throws a UsageError for anything but a digest: a certificate of a name certifies nothing. */
export function parseSubject(text: string): Subject {
  const [, name, hex] = /^(?:([^\s@]+)@)?sha256:([0-9a-f]{64})$/.exec(text) ?? []
  if (hex !== undefined) return { ...(name !== undefined && { name }), digest: { sha256: hex } }
  const [, gitCommit] = /^gitCommit:([0-9a-f]{40}|[0-9a-f]{64})$/.exec(text) ?? []
  if (gitCommit !== undefined) return { digest: { gitCommit } }
  throw new UsageError(`--subject: must be the digest of the deployed artifact, ${FORMS}, not ${JSON.stringify(text)}`)
}

/** In the form of `--subject`. */
export function subjectText({ name, digest }: Subject): string {
  const [[algorithm, hex]] = Object.entries(digest) as [[string, string]]
  return `${name === undefined ? '' : `${name}@`}${algorithm}:${hex}`
}

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
    predicateType: 'https://in-toto.io/attestation/svr/v0.1',
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
