/** How a deployment is reached, besides its origin. Plain data: it crosses to the worker thread. */
export interface Way {
  /** Trusted in addition to what Node trusts. */
  readonly ca?: Authority
  /** Certificates are not checked. */
  readonly insecure?: boolean
  readonly proxies?: Proxies
}

export interface Authority {
  /** Absolute path. */
  readonly file: string
  /** Each in PEM. */
  readonly certificates: readonly string[]
}

/** As the environment names them; a URL may hold a password. */
export interface Proxies {
  readonly http?: ProxyAt
  readonly https?: ProxyAt
  /** NO_PROXY. */
  readonly except: string
}

export interface ProxyAt {
  /** The variable. */
  readonly from: string
  readonly url: string
}
