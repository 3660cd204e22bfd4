import { expect, test } from 'vitest'
import type { Exchange, Problem } from '../../core/exchange.ts'
import { networkProblem } from '../../core/network-problem.ts'
import { hintOf } from './diagnose.ts'

const hint = (problem: Problem) => hintOf({ problem } as Exchange, 'a')

test.for([
  ['ECONNREFUSED', 'nothing listens there'],
  ['EAI_AGAIN', 'the host name is unknown'],
  ['ENETUNREACH', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', '--timeout MS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host'],
  ['CERT_NOT_YET_VALID', 'set the clock'],
  ['SELF_SIGNED_CERT_IN_CHAIN', '--ca authority.pem'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '--ca authority.pem'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'use http://'],
  ['UND_ERR_SOCKET', 'does not speak HTTP/1.1'],
  ['EMFILE', 'check host, port and network'],
] as const)('advises on %s', ([code, expected]) => {
  expect(hint(networkProblem(Object.assign(new Error('any message'), { code })).problem)).toContain(expected)
})

test('advises on a response that is not HTTP', () => {
  const error = Object.assign(new Error('any message'), { name: 'HTTPParserError', code: 'HPE_INVALID_CONSTANT' })
  expect(hint(networkProblem(error).problem)).toContain('does not speak HTTP/1.1')
})

test('JSON that is cut off is the fault of the deployment, another page perhaps of the base URL', () => {
  const of = (text: string) =>
    hintOf(
      { req: {}, response: { status: 200, headers: [], text, fault: 'not JSON: Unterminated string' } } as never,
      'a',
    )
  expect(of('{"data":[{"id":1,"name":"Zo')).toMatch(/the deployment is at fault, which `run` judges/)
  expect(of('hello')).toMatch(/^compare the base URL/)
})
