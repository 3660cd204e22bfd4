/** Network options of a deployment: certificate authorities and proxies. Plain data. */
export interface NetworkOptions {
  /** Trusted in addition to Node's authorities. */
  readonly ca?: Authority
  /** Disables certificate checks. */
  readonly insecure?: boolean
  readonly proxies?: Proxies
}

export interface Authority {
  /** Absolute path. */
  readonly file: string
  /** PEM texts. */
  readonly certificates: readonly string[]
}

/** Proxies from the environment; a URL may contain a password. */
export interface Proxies {
  readonly http?: ProxyAt
  readonly https?: ProxyAt
  /** NO_PROXY. */
  readonly except: string
}

export interface ProxyAt {
  /** Name of the environment variable. */
  readonly from: string
  readonly url: string
}
