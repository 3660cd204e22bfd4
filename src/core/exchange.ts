import type { Json } from './json.ts'
import type { SecretText } from './secret-text.ts'

/** What a rule asks the client to send. Only safe methods exist: the suite never writes to a target. */
export interface Req {
  /** As the reference names it, for example `/projects/{project_id}/datasets`; null where no documented endpoint is meant. */
  readonly endpoint: string | null
  /** Below `{base_url}/api/public/v1`, percent-encoded, for example `/users`. */
  readonly path: string
  /**
   * Names and values, percent-encoded by the client; repeated names are sent as often as they stand here.
   * A value can be SecretText, since a rule tries whether a key in the query authenticates.
   */
  readonly query?: readonly (readonly [name: string, value: SecretText])[]
  readonly credential: Credential
  /** Headers besides the credential's own. */
  readonly headers?: readonly (readonly [name: string, value: SecretText])[]
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS'
  /** The reference leaves the answer open (a page past the end, per_page=abc): only what holds of every answer is judged. */
  readonly open?: boolean
  /** The HTTP server itself may answer such a request (an over-long key, a repeated header): no invariant judges it. */
  readonly outside?: boolean
}

/** Which condition the key of a request is in, in the words of the references. */
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
  /** An active key where the reference does not read one. */
  | 'misplaced'

export interface Credential {
  readonly class: CredentialClass
  /** Where it is sent: `X-Api-Key`, `Authorization: Bearer`, nowhere, or at a place that the reference does not name. */
  readonly form: 'x-api-key' | 'bearer' | 'none' | 'other'
  readonly headers: readonly (readonly [name: string, value: SecretText])[]
  /** What was done to the key, for people: "character 33 of the secret changed". */
  readonly note?: string
}

/** A request, what came back, and what was meant by it. Secrets stand in it only by reference: it can be written as it is. */
export interface Exchange {
  /** Order of sending within the run of one target, from 1. */
  readonly n: number
  /** Id of the rule that sent it; `preflight` and `closing` for the run's own. */
  readonly rule: string
  readonly req: Req
  /** Origin, path and query as sent; pieces only where the query holds parts of a secret. */
  readonly url: SecretText
  /** All headers as sent, in order, besides `host` and `connection`. */
  readonly headers: readonly (readonly [name: string, value: SecretText])[]
  /** Milliseconds since the epoch: of the last time, where it was sent again. */
  readonly sentAt: number
  /** Milliseconds from there until the last byte of the answer. */
  readonly ms: number
  /** How often it had been sent before and met a transient failure. */
  readonly retries: number
  /** Exactly one of `response` and `problem` is there. */
  readonly response?: Response
  readonly problem?: Problem
}

export interface Response {
  readonly status: number
  readonly reason: string
  /** In the order and letter case of the wire, repeated names repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Bytes of the body after any Content-Encoding was undone. */
  readonly bytes: number
  /** The body, strictly decoded; undefined when it is not UTF-8. */
  readonly text?: string
  /** The parsed body; undefined when it is not JSON (see `fault`). */
  readonly json?: Json
  /** Why there is no `json`: for example `invalid UTF-8 at byte 12`, `not JSON: Unexpected token '<'`, `empty body`. */
  readonly fault?: string
  /** Members that one object holds twice, as paths (`pagination.total`): readers disagree on what they mean. */
  readonly duplicates: readonly string[]
  /** Only the beginning of `text` was kept, and no `json`: enough for a report, not for a judge. */
  readonly cut?: true
}

export interface Problem {
  readonly kind: 'timeout' | 'connection' | 'too-large' | 'protocol' | 'stopped'
  readonly message: string
  /** Error code of Node.js, OpenSSL or undici: `ECONNREFUSED`. */
  readonly code?: string
}

/** All values of a header, by its name in any letter case. */
export function headerValues(response: Pick<Response, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase()
  return response.headers.filter(([n]) => n.toLowerCase() === wanted).map(([, value]) => value)
}

export const isSuccess = ({ response }: Exchange): boolean => response !== undefined && isSuccessful(response.status)

export const isSuccessful = (status: number): boolean => status >= 200 && status < 300

/** Answers that speak of the moment and not of the request: they are sent again, and never judged. */
export const isTransient = (status: number): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504

/** 5xx, but for 501: there the server does not implement a method, it did not fail. */
export const isServerError = (status: number): boolean => status >= 500 && status !== 501

/** Exactly what goes out. `headers` are flat: name, value, name, value. */
export interface WireRequest {
  readonly method: NonNullable<Req['method']>
  /** Path and query. */
  readonly path: string
  readonly headers: string[]
}
