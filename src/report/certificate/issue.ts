import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, parse } from 'node:path'
import { atRevision, type Catalog, home, loadCatalog, REVISION } from '../../core/catalog.ts'
import type { Report } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { writeAtomically } from '../../core/write-atomically.ts'
import { someIds } from '../some-ids.ts'
import { readSignKey, seal, sha256 } from './dsse.ts'
import {
  missing,
  parseSubject,
  type Statement,
  settingsWithoutSecrets,
  statementOf,
  verificationOf,
} from './statement.ts'

/** Options of `run` for a certificate, as given. */
export interface CertificateFlags {
  readonly certificate?: string
  readonly 'sign-key'?: string
  readonly subject?: string
  readonly partial?: boolean
  readonly 'valid-days'?: string
}

export interface Issuing {
  /** Writes the certificate and a verification result beside it. Returns the reason if the report is refused one. */
  issue(report: Report, reportText: string, settings: Settings): Promise<string | undefined>
}

const BESIDE = ['sign-key', 'subject', 'partial', 'valid-days'] as const
const VALID_DAYS = 90

/** Checks the options before any request is sent. Throws a UsageError; undefined when no certificate is requested. */
export function prepareCertificate(flags: CertificateFlags): Issuing | undefined {
  const { certificate: path, 'sign-key': keyPath, partial = false } = flags
  if (path === undefined) {
    const idle = BESIDE.find((name) => flags[name] !== undefined)
    if (idle) throw new UsageError(`--${idle}: has no effect without --certificate FILE`)
    return undefined
  }
  if (keyPath === undefined) throw new UsageError('--certificate: needs --sign-key FILE, an Ed25519 key in PEM')
  const keys = readSignKey(keyPath)
  if (flags.subject === undefined)
    throw new UsageError('--certificate: needs --subject, the digest of the deployed artifact, such as gitCommit:HEX')
  const subject = parseSubject(flags.subject)
  const validDays = daysOf(flags['valid-days'])
  const write = (file: string, statement: Statement) =>
    writeAtomically(file, seal(JSON.stringify(statement), keys.privateKey, keys.publicKey))
  return {
    async issue(report, reportText, settings) {
      const why = refusal(report, partial)
      if (why !== undefined) return why
      const whole = await Promise.all(report.targets.map(({ variant }) => loadCatalog(variant)))
      const catalogs = whole.map((catalog) => atRevision(catalog, report.run.catalogue ?? REVISION))
      const digests = { suite: suiteDigest(), catalogue: catalogDigest(catalogs) }
      const certified = settingsWithoutSecrets(settings)
      write(path, statementOf({ report, reportText, subject, validDays, digests, settings: certified }))
      const verification = verificationOf(report, subject)
      const beside = besideOf(path)
      if (verification) write(beside, verification)
      // That of an earlier run would be taken for this run's.
      else rmSync(beside, { force: true })
      return undefined
    },
  }
}

/** `cert.json` has its verification result in `cert.svr.json`. */
function besideOf(path: string): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}.svr${ext}`)
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return VALID_DAYS
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new UsageError(`--valid-days: must be a whole number from 1 to 9999, not ${JSON.stringify(text)}`)
}

const MOST_NAMED = 3

function refusal(report: Report, partial: boolean): string | undefined {
  const { run, targets } = report
  if (run.demo) return 'the bundled reference server was tested, not a deployment'
  if (run.interrupted || run.crash !== undefined) return 'the run did not finish'
  const bad = targets.find(({ verdict }) => verdict !== 'conformant')
  if (bad) return `variant ${bad.variant.toUpperCase()} is ${bad.verdict}`
  if (run.expect && run.expect.stale.length > 0) return 'the --expect file has entries to delete'
  if (run.insecure) return 'TLS certificates were not checked (--insecure)'
  const absent = missing(report)
  if (absent.length === 0 || partial) return undefined
  return `rules were not decided (${someIds(absent, MOST_NAMED)}); --partial issues one with the result WARNED`
}

/** Over names and contents of the suite's code. Sources and compiled files have different digests. */
function suiteDigest(): string {
  const hash = createHash('sha256')
  for (const folder of ['src', 'suites']) {
    const names = readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
    for (const name of names.sort())
      hash
        .update(`${name.slice(home.length)}\0`)
        .update(readFileSync(name))
        .update('\0')
  }
  return hash.digest('hex')
}

/** Over the ids, levels, titles and clauses of all rules. */
function catalogDigest(catalogs: readonly Pick<Catalog, 'rules'>[]): string {
  const lines = catalogs
    .flatMap(({ rules }) => rules)
    .map(({ id, level, title, clauses }) => [id, level, title, ...clauses].join('\t'))
  return sha256(lines.sort().join('\n'))
}
