import type { Control } from '../../core/control-module.ts'

/** As the options of `tenant-conformance run`, in camel case. */
export interface CertifyOptions {
  /**
   * Keys and ids by the names of their settings: `{ TENANT_A_KEY: '...', TENANT_A_KEY_REVOKED: '...' }`, or `process.env`. No `.env`
   * file is read.
   */
  readonly settings: Readonly<Record<string, string | undefined>>
  /** Default: each that has settings. */
  readonly variant?: 'a' | 'b'
  /** Of a handler: what the URLs of its requests begin with, before `/api/public/v1` (default: http://localhost). */
  readonly baseUrl?: string
  /** Default: standard. */
  readonly depth?: 'quick' | 'standard' | 'exhaustive'
  /** Only rules whose id matches one of these patterns; `*` stands for anything. */
  readonly rules?: readonly string[]
  /** The same cases again. Default: a new one each time. */
  readonly seed?: number
  /** Requests under way at once (default: 16). */
  readonly concurrency?: number
  /** Requests per second (default: unlimited for a handler and on loopback, 50 elsewhere). */
  readonly rate?: number
  /** Milliseconds for one request (default: 10000). */
  readonly timeout?: number
  /** Send at most so many to each target. */
  readonly maxRequests?: number
  /** For the whole run: `90s`, `5m`. */
  readonly deadline?: string
  /** Keys may go to a base URL with http:// that is not on this machine. */
  readonly allowHttp?: boolean
  /** Path of a certificate authority to trust. */
  readonly ca?: string
  /** Accept any TLS certificate. */
  readonly insecure?: boolean
  /** Warnings fail the run, too. */
  readonly strict?: boolean
  /** Whether time is measured, where there is a URL (default: true). */
  readonly timing?: boolean
  /** What the admin UI does, or the path of a module that does. */
  readonly control?: Control | string
  /** Revision of the catalogue (default: the latest). */
  readonly catalogue?: number
  /** Path of a file with failures that are accepted. */
  readonly expect?: string
  /** Directory for the report; nothing is written without it. */
  readonly out?: string
  /** Files that are written there besides report.json (default: junit and html). */
  readonly reporters?: readonly ('json' | 'junit' | 'html' | 'markdown' | 'tap' | 'ctrf')[]
  /** Ends the run early: what is not tried by then is told as such. */
  readonly signal?: AbortSignal
}
