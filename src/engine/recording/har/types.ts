/** HAR 1.2, as far as it is written: http://www.softwareishard.com/blog/har-12-spec/. Members with `_` are ours. */
export interface HarEntry {
  readonly pageref: string
  readonly startedDateTime: string
  readonly time: number
  readonly request: HarRequest
  readonly response: HarResponse
  readonly cache: Record<string, never>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
  /** What is special about the credential. */
  readonly _credential: string
  /** How often it had been sent before and met a transient failure. */
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
  /** One bash command that sends it again; keys are read from the environment. */
  readonly _curl: string
}

export interface HarResponse {
  /** 0: no answer came. */
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
  /** Why no answer came. */
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
