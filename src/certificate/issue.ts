import { loadCatalog } from '../catalog.ts'
import type { Report } from '../report/results.ts'
import { atRevision, REVISION } from '../revision.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { writeWhole } from '../whole-file.ts'
import { catalogDigest, suiteDigest } from './digests.ts'
import { seal } from './dsse.ts'
import { readSignKey } from './keys.ts'
import { settingsWithoutSecrets } from './settings.ts'
import { statementOf, untried } from './statement.ts'

/** Options of `run` that a certificate is made by, as they were typed. */
export interface CertificateFlags {
  readonly certificate?: string
  readonly 'sign-key'?: string
  readonly subject?: string
  readonly partial?: boolean
  readonly 'valid-days'?: string
}

export interface Issuing {
  /** Writes the certificate. Returns why there is none, where a report does not deserve one. */
  issue(report: Report, reportText: string, settings: Settings): Promise<string | undefined>
}

const BESIDE = ['sign-key', 'subject', 'partial', 'valid-days'] as const
const VALID_DAYS = 90

/** Checks all that a certificate needs before anything is sent. Throws a UsageError; undefined where none is asked for. */
export function prepareCertificate(flags: CertificateFlags): Issuing | undefined {
  const { certificate: path, 'sign-key': keyPath, subject, partial = false } = flags
  if (path === undefined) {
    const idle = BESIDE.find((name) => flags[name] !== undefined)
    if (idle) throw new UsageError(`--${idle}: only says how a certificate is made; add --certificate FILE`)
    return undefined
  }
  if (keyPath === undefined) throw new UsageError('--certificate: needs --sign-key FILE, an Ed25519 key in PEM')
  const keys = readSignKey(keyPath)
  const validDays = daysOf(flags['valid-days'])
  return {
    async issue(report, reportText, settings) {
      const why = refusal(report, partial)
      if (why !== undefined) return why
      const whole = await Promise.all(report.targets.map(({ variant }) => loadCatalog(variant)))
      const catalogs = whole.map((catalog) => atRevision(catalog, report.run.catalogue ?? REVISION))
      const digests = { suite: suiteDigest(), catalogue: catalogDigest(catalogs) }
      const statement = statementOf({
        ...{ report, reportText, subject, validDays, digests },
        settings: settingsWithoutSecrets(settings),
      })
      writeWhole(path, seal(JSON.stringify(statement), keys.privateKey, keys.publicKey))
      return undefined
    },
  }
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return VALID_DAYS
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new UsageError(`--valid-days: must be a whole number from 1 to 9999, not ${JSON.stringify(text)}`)
}

const MOST_NAMED = 3

function refusal(report: Report, partial: boolean): string | undefined {
  const { run, targets } = report
  if (run.interrupted || run.crash !== undefined) return 'the run did not come to its end'
  const bad = targets.find(({ verdict }) => verdict !== 'conformant')
  if (bad) return `variant ${bad.variant.toUpperCase()} is ${bad.verdict}`
  if (run.expect && run.expect.stale.length > 0) return 'the --expect file has entries that are to be deleted'
  if (run.insecure) return 'TLS certificates were not checked (--insecure)'
  const missing = untried(report)
  if (missing.length === 0 || partial) return undefined
  const named = missing.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : ''
  return `stated rules were not tried (${named.join(', ')}${more}); --partial certifies the rest, and says so`
}
