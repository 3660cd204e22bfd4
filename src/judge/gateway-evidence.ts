import { type Exchange, headerValues } from '../core/exchange.ts'
import { at } from '../core/json-values.ts'

/** Headers of responses that a gateway makes itself; those it passes on have others. */
const OWN_HEADER = /^(x-amzn-errortype|x-goog-iap-generated-response|server: (kong|awselb|akamaighost|cloudfront))\b/i
/** Texts of the error pages of nginx, Apache, HAProxy, Envoy, Varnish, Cloudflare and CloudFront. */
const OWN_TEXT =
  /<center>(nginx|openresty)|<address>Apache|<html><body><h1>\d{3} |^RBAC: access denied|^upstream connect error|^no healthy upstream|Varnish cache server|cloudflare|The request could not be satisfied/i
const LOGIN = /\b(login|signin|sign-in|sso|oauth2?|saml|authorize)\b/i

/**
 * What shows that a gateway responded and not the API, as a noun phrase: `the error page of a proxy`. Undefined for a response that
 * the API may have sent, such as an error of an undocumented shape.
 */
export function gatewayEvidence(x: Exchange): string | undefined {
  const { req, response } = x
  if (!response || req.outside) return undefined
  const { status, headers, fault, text = '' } = response
  if (status === 407) return 'status 407, proxy authentication'
  if (status < 300) return /^\s*<(!doctype html|html)\b/i.test(text) ? 'an HTML page instead of JSON' : undefined
  if (status < 400) return isToLogin(x) ? 'a login page' : undefined
  if (typeof at(response.json, 'error.code') === 'string') return undefined
  const lines = headers.map(([name, value]) => `${name}: ${value.slice(0, 60)}`)
  const own = lines.find((line) => OWN_HEADER.test(line))
  if (own !== undefined) return own
  if (fault === undefined) return undefined
  return OWN_TEXT.test(text)
    ? 'the error page of a proxy'
    : lines.find((line) => /^www-authenticate: (basic|nego)/i.test(line))
}

/** Whether a redirect leads to a login page. */
export const isToLogin = ({ response, url }: Exchange): boolean =>
  LOGIN.test(elsewhere(response && headerValues(response, 'location')[0], url))

/** Where a redirect goes, if to another origin or path. */
function elsewhere(location: string | undefined, from: Exchange['url']): string {
  const base = typeof from === 'string' ? from : String(from[0])
  return location !== undefined && URL.canParse(location, base) ? new URL(location, base).href.slice(0, 500) : ''
}

/** A cause for a failed rule, if one of its responses came from a gateway. */
export function gatewayCause(exchanges: readonly Exchange[]): string | undefined {
  const evidence = exchanges.map(gatewayEvidence).find((found) => found !== undefined)
  return evidence && `a gateway in front of the API responded, not the API: ${evidence}`
}
