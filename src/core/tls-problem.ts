/** Describes a TLS error and its fix in one clause; undefined for any other error. */
export function tlsProblem(error: Error & { code?: string }): string | undefined {
  const { code = '', message } = error
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another host: ${namesIn(error)}`
  const known = PROBLEMS.find(([codes]) => codes.test(code))?.[1]
  if (known !== undefined) return known
  if (/^(CERT_|CRL_|UNABLE_TO_)/.test(code)) return `its certificate is not accepted: ${message}`
  return code.startsWith('ERR_SSL_') ? `TLS failed: ${reasonOf(error)}` : undefined
}

/** Keyed by Node's names of OpenSSL's error codes. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: string])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'its certificate is self-signed; --ca FILE names a certificate to trust'],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
    'its certificate is signed by an authority that this machine does not trust, or an intermediate certificate is missing; --ca FILE names a certificate to trust',
  ],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not yet valid: is the clock of this machine right?'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'it does not use TLS: should its URL begin with http:// ?'],
  [/^ERR_SSL_(TLSV1_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/, 'it does not support TLS 1.2 or later'],
]

function namesIn(error: Error & { cert?: { subjectaltname?: string; subject?: { CN?: string } } }): string {
  const { subjectaltname, subject } = error.cert ?? {}
  return subjectaltname ?? subject?.CN ?? 'it names none'
}

/** Prefers `reason`: OpenSSL's message also contains numbers and source locations. */
const reasonOf = (error: Error & { reason?: string }): string => error.reason ?? error.message.trim()
