import { expect, test } from 'vitest'
import { tlsProblem } from './network-problem.ts'

const error = (code: string, more: object = {}) => Object.assign(new Error('message from OpenSSL'), { code, ...more })

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed; --ca FILE/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /does not trust.*--ca FILE/],
  ['CERT_HAS_EXPIRED', /has expired/],
  ['CERT_NOT_YET_VALID', /not yet valid: is the clock/],
  ['CERT_REVOKED', /not accepted: message from OpenSSL/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /http:\/\//],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /does not support TLS 1\.2 or later/],
  ['ERR_SSL_SOMETHING_NEW', /TLS failed: message from OpenSSL/],
])('%s', (code, words) => expect(tlsProblem(error(code))).toMatch(words))

test('names the hosts of a certificate for another host', () => {
  const cert = { subjectaltname: 'DNS:other.example' }
  expect(tlsProblem(error('ERR_TLS_CERT_ALTNAME_INVALID', { cert }))).toMatch(/another host: DNS:other\.example/)
})

test('returns undefined for any other error', () => expect(tlsProblem(error('ECONNRESET'))).toBeUndefined())
