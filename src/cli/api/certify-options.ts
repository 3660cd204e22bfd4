import type { Control } from '../../core/control-module.ts'

/** The options of `tenant-conformance run`, in camel case. */
export interface CertifyOptions {
  /**
   * Keys and ids by the names of their settings: `{ TENANT_A_KEY: '...', TENANT_A_KEY_REVOKED: '...' }`, or `process.env`. No `.env`
   * file is read.
   */
  readonly settings: Readonly<Record<string, string | undefined>>
  /** Default: each that has settings. */
  readonly variant?: 'a' | 'b'
  /** For a handler: what the URLs of its requests begin with, before `/api/public/v1` (default: http://localhost). */
  readonly baseUrl?: string
  /** Default: standard. */
  readonly depth?: 'quick' | 'standard' | 'exhaustive'
  /** Only rules whose id matches one of these patterns; `*` matches anything. */
  readonly rules?: readonly string[]
  /** Repeats the cases of an earlier run (default: a new seed each time). */
  readonly seed?: number
  /** Maximum concurrent requests (default: 16). */
  readonly concurrency?: number
  /** Requests per second (default: unlimited for a handler and on loopback, 50 elsewhere). */
  readonly rate?: number
  /** Milliseconds for one request (default: 10000). */
  readonly timeout?: number
  /** Maximum requests to each target. */
  readonly maxRequests?: number
  /** Time limit for the whole run: `90s`, `5m`. */
  readonly deadline?: string
  /** Allows keys over http:// to another machine. */
  readonly allowHttp?: boolean
  /** Path of a certificate authority to trust. */
  readonly ca?: string
  /** Accept any TLS certificate. */
  readonly insecure?: boolean
  /** Treats warnings as failures. */
  readonly strict?: boolean
  /** Whether response times are measured, where there is a URL (default: true, except at quick depth). */
  readonly timing?: boolean
  /** Admin actions as functions, or the path of a module with them. */
  readonly control?: Control | string
  /** Revision of the catalogue (default: the latest). */
  readonly catalogue?: number
  /** Path of a file with failures that are accepted. */
  readonly expect?: string
  /** Directory for the report; nothing is written without it. */
  readonly out?: string
  /** Files that are written there besides report.json (default: junit and html). */
  readonly reporters?: readonly ('json' | 'junit' | 'html' | 'markdown' | 'tap' | 'ctrf')[]
  /** Ends the run early: rules not tested by then are reported as skipped or inconclusive. */
  readonly signal?: AbortSignal
}
