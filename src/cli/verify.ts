import { sha256 } from '../certificate/digests.ts'
import { readPublicKey } from '../certificate/keys.ts'
import { readCertificate } from '../certificate/read.ts'
import type { Predicate, Statement } from '../certificate/statement.ts'
import { readText } from '../read-text.ts'
import { count } from '../report/console/verdict.ts'
import { inert } from '../report/inert.ts'
import { UsageError } from '../usage-error.ts'
import type { Args } from './args.ts'
import type { Command } from './command.ts'
import { complain } from './errors.ts'

export const PUBLIC_KEY = {
  'public-key': { type: 'string', value: 'FILE', help: 'Ed25519 public key in PEM of whoever signed it' },
} as const

export const verify: Command = {
  name: 'verify',
  usage: 'CERTIFICATE --public-key FILE',
  summary: 'checks a certificate: who signed it, that no byte was changed, and until when it holds',
  options: {
    ...PUBLIC_KEY,
    report: { type: 'string', value: 'FILE', help: 'report.json that must be the one which was certified' },
  },
  examples: [['verify certificate.json --public-key public.pem', 'whether it holds, and what it says']],
  exits: [
    [0, 'it holds'],
    [1, 'it was changed, signed by another key, is past its day or of another report'],
    [2, 'a file cannot be used'],
  ],
  run: async (args) => {
    const statement = certificateOf(args, 'verify')
    if (!statement) return 1
    const { configuration, conformance } = statement.predicate
    const { validUntil } = conformance
    process.stdout.write(`${summary(statement).map(inert).join('\n')}\n`)
    const wrong = [
      ...(Date.parse(validUntil) > Date.now() ? [] : [`the certificate held until ${validUntil}, which is past`]),
      ...(isOf(configuration, args.values.report) ? [] : ['the certificate is of another report']),
    ]
    for (const line of wrong) complain(line)
    return wrong.length > 0 ? 1 : 0
  },
}

function isOf(configuration: Predicate['configuration'], report: Args['values'][string]): boolean {
  if (typeof report !== 'string') return true
  const digest = sha256(readText(report, { before: '--report: ' }))
  return configuration.some((part) => part.name === 'report.json' && part.digest.sha256 === digest)
}

/** The statement of the certificate that the arguments name; says why there is none. */
export function certificateOf({ positionals, values }: Args, command: string): Statement | undefined {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new UsageError(`${command} takes one certificate`)
  const key = values['public-key']
  if (typeof key !== 'string') throw new UsageError(`${command}: needs --public-key FILE of whoever signed it`)
  const read = readCertificate(path, readPublicKey(key))
  if ('statement' in read) return read.statement
  complain(`${JSON.stringify(path)} is refused: ${read.refused}`)
  return undefined
}

function summary({ subject, predicate }: Statement): string[] {
  const { scope, result, passedTests, warnedTests, failedTests, conformance } = predicate
  const { suite, depth, evidence, startedAt, validUntil } = conformance
  const more = [
    ...(warnedTests.length > 0 ? [`${warnedTests.length} warned`] : []),
    ...(failedTests.length > 0 ? [`${failedTests.length} accepted failures`] : []),
  ]
  return [
    `scope: ${scope}`,
    ...subject.map(({ name }) => `subject: ${name}`),
    `result: ${result}, ${[`${count(passedTests.length, 'rule')} passed`, ...more].join(', ')}`,
    `tried by ${suite.name} ${suite.version} at ${depth} depth with ${evidence}, ${startedAt}`,
    `holds until ${validUntil}`,
  ]
}
