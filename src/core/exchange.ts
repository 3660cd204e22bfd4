import type { Json } from './json.ts'
import type { SecretText } from './secret-text.ts'

/** A request of a rule. Only safe methods exist: the suite never writes to a target. */
export interface Req {
  /** Path template of the reference, for example `/projects/{project_id}/datasets`; null for an undocumented path. */
  readonly endpoint: string | null
  /** Below `{base_url}/api/public/v1`, percent-encoded, for example `/users`. */
  readonly path: string
  /** In place of `/api/public/v1`, for an undocumented path beside it: `/api/public/V1`. */
  readonly root?: string
  /** Sends the absolute URL in the request line (absolute-form, RFC 9112, 3.2.2). */
  readonly absolute?: true
  /**
   * Names and values, which the client percent-encodes; names may repeat. A value may contain a secret, since one rule tests
   * whether a key in the query authenticates.
   */
  readonly query?: readonly (readonly [name: string, value: SecretText])[]
  readonly credential: Credential
  /** Headers in addition to those of the credential. */
  readonly headers?: readonly (readonly [name: string, value: SecretText])[]
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS'
  /** The common client whose headers and orders the request has (see `http/client-profile.ts`); default: the suite's own. */
  readonly client?: string
  /** The reference leaves the response open (a page past the end, per_page=abc): only invariants of every response apply. */
  readonly open?: boolean
  /** The HTTP server itself may reject the request (an over-long key, a repeated header): no invariant applies. */
  readonly outside?: boolean
}

/** The condition of a request's key, in the terms of the references. */
export type CredentialClass =
  | 'active'
  | 'missing'
  | 'malformed'
  | 'unknown'
  | 'wrong-secret'
  | 'wrong-prefix'
  | 'revoked'
  | 'expired'
  | 'disabled'
  | 'no-scope'
  | 'no-module'
  | 'other-company'
  | 'other-tenant'
  /** An active key at a location that the reference does not define. */
  | 'misplaced'

export interface Credential {
  readonly class: CredentialClass
  /** Location of the key: `X-Api-Key`, `Authorization: Bearer`, nowhere, or undocumented. */
  readonly form: 'x-api-key' | 'bearer' | 'none' | 'other'
  readonly headers: readonly (readonly [name: string, value: SecretText])[]
  /** Describes a modified key: "character 33 of the secret changed". */
  readonly note?: string
}

/** A request with its response. Contains secrets only by reference, so it is safe to write. */
export interface Exchange {
  /** Sequence number within the run of one target, from 1. */
  readonly n: number
  /** Id of the rule that sent the request, or `preflight` or `closing`. */
  readonly rule: string
  readonly req: Req
  /** Origin, path and query as sent; pieces only if the query contains parts of a secret. */
  readonly url: SecretText
  /** All headers as sent, in order, except `host` and `connection`. */
  readonly headers: readonly (readonly [name: string, value: SecretText])[]
  /** Milliseconds since the epoch; for a retried request, of the last attempt. */
  readonly sentAt: number
  /** Milliseconds from `sentAt` to the last byte of the response. */
  readonly ms: number
  /** Number of previous attempts, which failed with transient errors. */
  readonly retries: number
  /** The first 429, if the request was retried after one. */
  readonly limited?: Response
  /** Exactly one of `response` and `problem` is set. */
  readonly response?: Response
  readonly problem?: Problem
}

export interface Response {
  readonly status: number
  readonly reason: string
  /** In the order and letter case of the wire, including repeated names. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Size of the body in bytes, after decoding the Content-Encoding. */
  readonly bytes: number
  /** The decoded body; undefined if it is not valid UTF-8. */
  readonly text?: string
  /** The parsed body; undefined if it is not JSON (see `fault`). */
  readonly json?: Json
  /** Why `json` is undefined, for example `invalid UTF-8 at byte 12`, `not JSON: Unexpected token '<'`, `empty body`. */
  readonly fault?: string
  /** Paths of duplicate properties (`pagination.total`), which parsers interpret differently. */
  readonly duplicates: readonly string[]
  /** Secrets of keys that the response shows, `text` and `headers` being redacted. */
  readonly shows?: readonly ShownSecret[]
  /** Only the beginning of `text` was kept, and no `json`: enough for a report, not for a judge. */
  readonly cut?: true
}

/** How a response writes a secret that a plain search does not find. */
export type Writing =
  | 'in base64'
  | 'in hex'
  | 'compressed'
  | 'escaped'
  | 'as a list of bytes'
  | 'in parts or other letter case'

export interface ShownSecret {
  /** Name of the key, as in references to it. */
  readonly key: string
  /** `the body`, `the header X-Debug`, `the reason phrase`. */
  readonly where: string
  /** Length of the longest run of consecutive characters of the secret. */
  readonly characters: number
  /** All of the secret. */
  readonly whole: boolean
  /** How it is written, if not plainly, outermost first: `in base64`, `escaped`. */
  readonly written?: readonly Writing[]
}

export interface Problem {
  readonly kind: 'timeout' | 'connection' | 'too-large' | 'protocol' | 'stopped'
  readonly message: string
  /** Error code of Node.js, OpenSSL or undici: `ECONNREFUSED`. */
  readonly code?: string
}

/** All values of a header. The name is case-insensitive. */
export function headerValues(response: Pick<Response, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase()
  return response.headers.filter(([n]) => n.toLowerCase() === wanted).map(([, value]) => value)
}

export const isSuccess = ({ response }: Exchange): boolean => response !== undefined && isSuccessful(response.status)

export const isSuccessful = (status: number): boolean => status >= 200 && status < 300

/** Whether a status is transient: such requests are retried, and their responses never judged. */
export const isTransient = (status: number): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504

/** 5xx except 501, which means that the server does not implement a method. */
export const isServerError = (status: number): boolean => status >= 500 && status !== 501

/** A request as sent. `headers` is a flat list of names and values. */
export interface WireRequest {
  readonly method: NonNullable<Req['method']>
  /** Path and query. */
  readonly path: string
  readonly headers: string[]
  /** The protocol that the request offers to switch to. */
  readonly upgrade?: string
}
