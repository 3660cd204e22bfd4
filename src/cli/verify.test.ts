import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { seal, sha256 } from '../report/certificate/dsse.ts'
import { captured } from '../testing/captured.ts'
import { newFolder } from '../testing/new-folder.ts'
import { main } from './main.ts'

afterEach(() => vi.restoreAllMocks())

const dir = newFolder()
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(dir, name), content)
  return join(dir, name)
}
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = file('public.pem', publicKey.export({ type: 'spki', format: 'pem' }))

const report = Buffer.from('{"summary":"\ufffd"}')
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'x', digest: { sha256: sha256('x') } }],
  predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
  predicate: {
    ...{ scope: 'complete', result: 'PASSED', passedTests: [], warnedTests: [], failedTests: [] },
    configuration: [{ name: 'report.json', digest: { sha256: sha256(report) } }],
    conformance: {
      ...{ suite: { name: 's', version: '1' }, startedAt: '2026-01-01T00:00:00Z', validUntil: '9999-01-01T00:00:00Z' },
      ...{
        ...{ evidence: 'fixed keys', seed: 1, depth: 'quick', strict: false, catalogue: 1, settings: {} },
        targets: [
          {
            variant: 'a',
            baseUrl: 'x',
            verdict: 'conformant',
            summary: 'conformant',
            coverage: { required: 1, decided: 1 },
            ...{ requests: 1, rules: {}, notTried: {}, accepted: {} },
          },
        ],
      },
    },
  },
}
const sealed = (content: unknown) => seal(JSON.stringify(content), privateKey, publicKey)
const certificate = file('certificate.json', sealed(statement))

/** An invalid byte decodes to U+FFFD, too. */
const sameText = Buffer.from(report.toString('latin1').replace('\xef\xbf\xbd', '\xff'), 'latin1')

test.for([
  ['the certified report', report, 0],
  ['a report of other bytes that decode to the same text', sameText, 1],
  ['another report', Buffer.from('{}'), 1],
] as const)('--report with %s', async ([, content, code]) => {
  expect(sameText.toString()).toBe(report.toString())
  const said = captured()
  const path = file('report.json', content)
  expect(await main(['verify', certificate, '--public-key', pem, '--report', path])).toBe(code)
  expect(said.err).toBe(code === 0 ? '' : 'tenant-conformance: the certificate belongs to another report\n')
})

test('a badge of an expired certificate is printed with a complaint, and exits with 1', async () => {
  const { conformance } = statement.predicate
  const past = { ...conformance, validUntil: '2026-02-01T00:00:00Z' }
  const expired = { ...statement, predicate: { ...statement.predicate, conformance: past } }
  const said = captured()
  expect(await main(['badge', certificate, '--public-key', pem])).toBe(0)
  expect(said.err).toBe('')
  expect(await main(['badge', file('expired.json', sealed(expired)), '--public-key', pem])).toBe(1)
  expect(said.out.match(/<svg /g)).toHaveLength(2)
  expect(said.err).toContain('2026-02-01')
})
