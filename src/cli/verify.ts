import { existsSync } from 'node:fs'
import { count } from '../core/count.ts'
import { inert } from '../core/inert.ts'
import { readBytes } from '../core/read-text-file.ts'
import { UsageError } from '../core/usage-error.ts'
import { readPublicKey, sha256 } from '../report/certificate/dsse.ts'
import {
  readCertificate,
  type Statement,
  subjectText,
  TEST_RESULT,
  type TestResult,
  type TestResultStatement,
} from '../report/certificate/statement.ts'
import { reportFile } from '../report/read-report.ts'
import type { Args, Command } from './command.ts'
import { complain } from './errors.ts'

export const PUBLIC_KEY = {
  'public-key': { value: 'FILE', help: 'Ed25519 public key in PEM of the signer' },
} as const

export const verify: Command = {
  name: 'verify',
  usage: 'CERTIFICATE --public-key FILE',
  argument: 'FILE',
  summary: 'verifies a certificate and shows what was tested: subject, verdict, expiry',
  options: {
    ...PUBLIC_KEY,
    report: { value: 'FILE|DIR', help: 'also check that this report.json was certified' },
  },
  examples: [['verify certificate.json --public-key public.pem', 'whether it is valid, and what was tested']],
  exits: [
    [0, 'the certificate is valid'],
    [1, 'it was modified, signed by another key, has expired, or belongs to another report'],
    [2, 'a file cannot be used'],
  ],
  run: async (args) => {
    const statement = statementIn(args, 'verify')
    if (!statement) return 1
    process.stdout.write(`${summary(statement).map(inert).join('\n')}\n`)
    const wrong = statement.predicateType === TEST_RESULT ? problemsOf(statement, args) : []
    for (const line of wrong) complain(line)
    return wrong.length > 0 ? 1 : 0
  },
}

function problemsOf({ predicate }: TestResultStatement, { values }: Args): string[] {
  const expired = expiry({ predicate })
  return [
    ...(expired ? [expired] : []),
    ...(isOf(predicate.configuration, values.report) ? [] : ['the certificate belongs to another report']),
  ]
}

/** Says that the certificate has expired, if so. */
export function expiry({ predicate }: Pick<TestResultStatement, 'predicate'>): string | undefined {
  const { validUntil } = predicate.conformance
  return Date.parse(validUntil) > Date.now() ? undefined : `the certificate expired at ${validUntil}`
}

function isOf(configuration: TestResult['configuration'], report: Args['values'][string]): boolean {
  if (typeof report !== 'string') return true
  const digest = sha256(readBytes(existsSync(report) ? reportFile(report) : report, { before: '--report: ' }))
  return configuration.some((part) => part.name === 'report.json' && part.digest.sha256 === digest)
}

/** Verifies the certificate in the arguments. If it is not valid, prints why. */
export function certificateOf(args: Args, command: string): TestResultStatement | undefined {
  const statement = statementIn(args, command)
  if (statement === undefined || statement.predicateType === TEST_RESULT) return statement
  throw new UsageError(`${command}: this is a verification result; name the certificate beside it`)
}

function statementIn({ positionals, values }: Args, command: string): Statement | undefined {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new UsageError(`${command} takes one certificate`)
  const key = values['public-key']
  if (typeof key !== 'string') throw new UsageError(`${command}: needs --public-key FILE of the signer`)
  const read = readCertificate(path, readPublicKey(key))
  if ('statement' in read) return read.statement
  complain(`${JSON.stringify(path)} is refused: ${read.refused}`)
  return undefined
}

function summary(statement: Statement): string[] {
  const subjects = statement.subject.map((subject) => `subject: ${subjectText(subject)}`)
  if (statement.predicateType !== TEST_RESULT) {
    const { verifier, timeCreated, properties } = statement.predicate
    return [`verified: ${properties.join(', ')}`, ...subjects, `by ${verifier.id}, ${timeCreated}`]
  }
  const { scope, result, passedTests, warnedTests, failedTests, conformance } = statement.predicate
  const { suite, depth, evidence, startedAt, validUntil, targets } = conformance
  return [
    `extent: ${scope}`,
    ...subjects,
    ...targets.map(
      ({ variant, baseUrl, summary }) => `tested: variant ${variant.toUpperCase()} at ${baseUrl}: ${summary}`,
    ),
    `result: ${result}, ${count(passedTests.length, 'rule')} passed`,
    ...listed('warnings', warnedTests),
    ...listed('accepted failures', failedTests),
    `by ${suite.name} ${suite.version} at ${depth} depth with ${evidence}, ${startedAt}`,
    `valid until ${validUntil}`,
  ]
}

const listed = (what: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${what}: ${ids.join(', ')}`] : []
