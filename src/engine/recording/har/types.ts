/** The part of HAR 1.2 that the suite writes: http://www.softwareishard.com/blog/har-12-spec/. Properties with `_` are ours. */
export interface HarEntry {
  readonly pageref: string
  readonly startedDateTime: string
  readonly time: number
  readonly request: HarRequest
  readonly response: HarResponse
  readonly cache: Record<string, never>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
  /** Class, header form and note of the credential. */
  readonly _credential: string
  /** Number of earlier attempts that ended in a transient failure. */
  readonly _retries: number
}

export interface HarRequest {
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly cookies: readonly NameValue[]
  readonly headers: readonly NameValue[]
  readonly queryString: readonly NameValue[]
  readonly headersSize: number
  readonly bodySize: number
  /** A bash command that repeats the request with keys from the environment. */
  readonly _curl: string
}

export interface HarResponse {
  /** 0: no response. */
  readonly status: number
  readonly statusText: string
  readonly httpVersion: string
  readonly cookies: readonly NameValue[]
  readonly headers: readonly NameValue[]
  readonly content: {
    readonly size: number
    readonly mimeType: string
    readonly text?: string
    readonly comment?: string
  }
  readonly redirectURL: string
  readonly headersSize: number
  readonly bodySize: number
  /** Why there is no response. */
  readonly _error?: string
}

export interface HarPage {
  readonly startedDateTime: string
  readonly id: string
  readonly title: string
  readonly pageTimings: Record<string, never>
}

export interface NameValue {
  readonly name: string
  readonly value: string
}
