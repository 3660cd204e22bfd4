/** How to connect to a deployment. Plain data. */
export interface NetworkOptions {
  /** Certificates that are trusted besides those of Node. */
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

/** Proxies of the environment; a URL may hold a password. */
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
