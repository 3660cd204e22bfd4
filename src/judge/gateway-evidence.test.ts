import { expect, test } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { parseJson } from '../core/json.ts'
import { gatewayCause, gatewayEvidence } from './gateway-evidence.ts'

const HTML = '<html><head><title>403 Forbidden</title></head><body><center>nginx/1.24.0</center></body></html>'
const DJANGO = '<!doctype html><html lang="en"><body><h1>Not Found</h1></body></html>'
const ERROR = '{"error":{"code":"forbidden","message":"no","status":403}}'

function responded(status: number, text: string, ...headers: [string, string][]): Exchange {
  const { json, fault } = parseJson(text)
  const response = { status, reason: '', headers, bytes: text.length, text, json, fault, duplicates: [] }
  return {
    req: { path: '/users' },
    url: 'https://api.example.com/api/public/v1/users',
    response,
  } as unknown as Exchange
}

test.for([
  ['an error page of nginx', responded(403, HTML, ['Server', 'nginx']), 'the error page of a proxy'],
  ['Envoy', responded(403, 'RBAC: access denied', ['server', 'istio-envoy']), 'the error page of a proxy'],
  ['Kong', responded(401, '{"message":"No API key found"}', ['Server', 'kong/3.4']), 'Server: kong/3.4'],
  [
    'API Gateway',
    responded(403, '{"message":"Forbidden"}', ['x-amzn-ErrorType', 'Forbidden']),
    'x-amzn-ErrorType: Forbidden',
  ],
  [
    'basic authentication',
    responded(401, '', ['WWW-Authenticate', 'Basic realm="staging"']),
    'WWW-Authenticate: Basic realm="staging"',
  ],
  ['a login page', responded(302, '', ['Location', 'https://sso.example.com/login?next=/']), 'a login page'],
  ['a page with 200', responded(200, DJANGO), 'an HTML page instead of JSON'],
  ['407', responded(407, ''), 'status 407, proxy authentication'],
] as const)('%s', ([, x, evidence]) => {
  expect(gatewayEvidence(x)).toBe(evidence)
  expect(gatewayCause([x])).toContain(evidence)
})

test.for([
  ['the documented error behind nginx', responded(403, ERROR, ['Server', 'nginx'])],
  [
    'an error of another shape behind Cloudflare',
    responded(401, '{"detail":"no"}', ['Server', 'cloudflare'], ['cf-ray', '1']),
  ],
  ['an HTML error of a framework', responded(404, DJANGO, ['Server', 'gunicorn'])],
  ['a redirect to a trailing slash', responded(301, '', ['Location', '/api/public/v1/users/'])],
  ['a page of the API', responded(200, '{"data":[]}', ['Server', 'nginx'])],
] as const)('%s may be of the API', ([, x]) => {
  expect(gatewayEvidence(x)).toBeUndefined()
})
