import type { SecretText } from './secret-text.ts'

/** How requests reach a deployment: certificates, proxies, and what a gateway in front of it requires. Plain data. */
export interface NetworkOptions {
  /** Trusted in addition to Node's authorities. */
  readonly ca?: Authority
  /** Disables certificate checks. */
  readonly insecure?: boolean
  readonly proxies?: Proxies
  readonly clientCertificate?: ClientCertificate
  /** Sent with every request, before the request's own headers. */
  readonly headers?: readonly GatewayHeader[]
  /** Replaces that of the suite. */
  readonly userAgent?: string
}

export interface GatewayHeader {
  readonly name: string
  /** The value, which refers to its variable. */
  readonly text: SecretText
  readonly value: string
  /** Environment variable, and its part of the value. */
  readonly variable: string
  readonly secret: string
}

/** Absolute paths, and their PEM texts. */
export interface ClientCertificate {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: string
  readonly key: string
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

/** Requests per second to a remote server. */
const POLITE = 50

/** The default rate limit in requests per second: unlimited (undefined) on loopback, 50 elsewhere. */
export function defaultRate(baseUrl: string): number | undefined {
  return isLoopback(new URL(baseUrl).hostname) ? undefined : POLITE
}

/** Whether the hostname of a URL is a loopback address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
