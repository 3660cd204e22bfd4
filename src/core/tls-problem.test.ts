import { expect, test } from 'vitest'
import { tlsProblem } from './tls-problem.ts'

const error = (code: string, more: object = {}) => Object.assign(new Error('as OpenSSL says it'), { code, ...more })

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed; --ca FILE/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /does not trust.*--ca FILE/],
  ['CERT_HAS_EXPIRED', /has expired/],
  ['CERT_NOT_YET_VALID', /not yet valid: is the clock/],
  ['CERT_REVOKED', /not accepted: as OpenSSL says it/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /http:\/\//],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /no version of TLS from 1\.2 on/],
  ['ERR_SSL_SOMETHING_NEW', /TLS failed: as OpenSSL/],
])('%s', (code, words) => expect(tlsProblem(error(code))).toMatch(words))

test('a certificate of another host names the hosts that it is for', () => {
  const cert = { subjectaltname: 'DNS:other.example' }
  expect(tlsProblem(error('ERR_TLS_CERT_ALTNAME_INVALID', { cert }))).toMatch(/another host: DNS:other\.example/)
})

test('any other error is none of TLS', () => expect(tlsProblem(error('ECONNRESET'))).toBeUndefined())
