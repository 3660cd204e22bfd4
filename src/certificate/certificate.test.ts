import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Report, RuleResult } from '../report/results.ts'
import { countsOf } from '../run/verdict.ts'
import type { Settings } from '../settings.ts'
import { newFolder } from '../testing/new-folder.ts'
import type { UsageError } from '../usage-error.ts'
import { renderBadge } from './badge.ts'
import { sha256 } from './digests.ts'
import { open, seal } from './dsse.ts'
import { type CertificateFlags, prepareCertificate } from './issue.ts'
import { readPublicKey } from './keys.ts'
import { readCertificate } from './read.ts'
import type { Statement } from './statement.ts'

const dir = newFolder()
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(dir, name), content)
  return join(dir, name)
}
const pair = generateKeyPairSync('ed25519')
const signKey = file('sign.pem', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
const publicKey = file('sign.pub', pair.publicKey.export({ type: 'spki', format: 'pem' }))

const rule = (id: string, status: RuleResult['status'], more: Partial<RuleResult> = {}): RuleResult => ({
  ...{ id, level: 'stated', section: '2', title: id, status, cases: 1, requests: 1, durationMs: 1 },
  ...more,
})

const proof = { faults: { caught: 1, of: 1 }, freedoms: { green: 1, of: 1, seeds: 3 }, digest: 'a'.repeat(64) }

function report(rules: readonly RuleResult[], verdict: Report['targets'][0]['verdict'] = 'conformant'): Report {
  const run = { startedAt: '2026-11-21T00:00:00.000Z', durationMs: 1000, seed: 7, depth: 'standard' } as const
  const target = { variant: 'a', baseUrl: 'https://x.example/a', verdict, requests: 9, retries: 0 } as const
  const clauses = { total: 0, tried: 0, untestable: [] }
  return {
    schemaVersion: 1,
    suite: { name: 'tenant-api-conformance', version: '1.2.3', proof },
    run: { ...run, strict: false, complete: true, interrupted: false },
    targets: [{ ...target, counts: countsOf(rules), clauses, rules }],
  }
}

const GOOD = report([
  rule('a.x', 'passed'),
  rule('a.y', 'warned', { level: 'implied' }),
  rule('a.z', 'expected', { reason: 'JIRA-7' }),
  rule('a.o', 'skipped', { level: 'implied', reason: 'supply a control module' }),
])

const SECRET = '0123456789abcdef'.repeat(4)
const SETTINGS: Settings = {
  ...{ depth: 'standard', rules: [], seed: 7, concurrency: 16, timeout: 10_000, strict: false, requireComplete: false },
  ...{ timing: true, out: 'o', reporters: [], record: 'failures' },
  control: { from: '--control', file: '/c.ts', variables: { PASSWORD: SECRET } },
  targets: [
    {
      ...{ variant: 'a', baseUrl: 'https://x.example/a', ordered: false, noScopeEndpoints: [] },
      keys: { active: { env: 'TENANT_A_KEY', value: `tk_0123456789abcdef_${SECRET}` } },
    },
  ],
}

async function issued(given: Report, flags: CertificateFlags = {}) {
  const path = join(dir, `${Math.random()}.json`)
  const why = await prepareCertificate({ certificate: path, 'sign-key': signKey, ...flags })!.issue(
    given,
    'text',
    SETTINGS,
  )
  return { path, why }
}

async function statement(given: Report, flags: CertificateFlags = {}): Promise<Statement> {
  const { path } = await issued(given, flags)
  const read = readCertificate(path, readPublicKey(publicKey))
  if ('refused' in read) throw new Error(read.refused)
  return read.statement
}

describe('a certificate', () => {
  test('says of what, by what, how far and until when', async () => {
    const { subject, predicate, predicateType, _type } = await statement(GOOD, {
      subject: 'v2.3.1',
      'valid-days': '30',
    })
    expect([_type, predicateType]).toEqual([
      'https://in-toto.io/Statement/v1',
      'https://in-toto.io/attestation/test-result/v0.1',
    ])
    const name = 'https://x.example/a (variant A) v2.3.1'
    expect(subject).toEqual([{ name, digest: { sha256: sha256(name) } }])
    expect(Object.keys(predicate)[0]).toBe('scope')
    expect(predicate).toMatchObject({
      ...{ scope: 'complete', result: 'WARNED', passedTests: ['a.x'], warnedTests: ['a.y'], failedTests: ['a.z'] },
      conformance: {
        ...{ validUntil: '2026-12-21T00:00:01.000Z', evidence: 'control module', seed: 7, depth: 'standard' },
        settings: { control: 'module', timing: true, targets: [{ keys: { active: 'tk_0123456789abcdef_****' } }] },
        targets: [{ notTried: { 'a.o': 'supply a control module' }, accepted: { 'a.z': 'JIRA-7' } }],
      },
    })
    expect(JSON.stringify(predicate)).not.toContain(SECRET)
    expect(predicate.configuration.map((one) => one.name)).toEqual([
      'suite',
      'catalogue',
      'proof matrices',
      'report.json',
    ])
    expect(predicate.configuration.at(-1)!.digest.sha256).toBe(sha256('text'))
  })

  test('a digest that the operator names is the digest of the subject', async () => {
    const sha = 'b'.repeat(64)
    const { subject } = await statement(GOOD, { subject: `sha256:${sha}` })
    expect(subject).toEqual([{ name: 'https://x.example/a (variant A)', digest: { sha256: sha } }])
  })

  test('with a stated rule that was not tried there is none, or one that says so first', async () => {
    const partly = report([rule('a.x', 'passed'), rule('a.y', 'skipped')])
    const { path, why } = await issued(partly)
    expect(why).toBe('stated rules were not tried (a.y); --partial certifies the rest, and says so')
    expect(existsSync(path)).toBe(false)
    const { predicate } = await statement(partly, { partial: true })
    expect(Object.entries(predicate)[0]).toEqual(['scope', 'partial: 1 stated rule was not tried'])
  })

  test.for([
    ['nonconformant', 'variant A is nonconformant'],
    ['inconclusive', 'variant A is inconclusive'],
  ] as const)('none for a deployment that is %s', async ([verdict, said]) => {
    expect((await issued(report([rule('a.x', 'passed')], verdict), { partial: true })).why).toBe(said)
  })

  test('none for a run that was interrupted', async () => {
    const cut = { ...GOOD, run: { ...GOOD.run, interrupted: true } }
    expect((await issued(cut)).why).toBe('the run did not come to its end')
  })

  test('none where certificates of TLS were not checked', async () => {
    const insecure = { ...GOOD, run: { ...GOOD.run, insecure: true as const } }
    expect((await issued(insecure)).why).toBe('TLS certificates were not checked (--insecure)')
  })
})

describe('a change', () => {
  test('of any byte is noticed', { timeout: 120_000 }, async () => {
    const { path } = await issued(GOOD)
    const bytes = readFileSync(path)
    const key = readPublicKey(publicKey)
    expect('statement' in readCertificate(path, key)).toBe(true)
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 2, 16, 32]) {
        const changed = Buffer.from(bytes)
        changed[at]! ^= bit
        expect(() => open(changed.toString('utf8'), key), `byte ${at}, bit ${bit}`).toThrow()
      }
    }
  })

  test('a byte more or less, or another order, is noticed', async () => {
    const text = readFileSync((await issued(GOOD)).path, 'utf8')
    const key = readPublicKey(publicKey)
    const { payload, payloadType, signatures } = JSON.parse(text)
    const reordered = JSON.stringify({ signatures, payloadType, payload }, null, 2)
    for (const changed of [`${text}\n`, ` ${text}`, text.trimEnd(), reordered, text.replace('": ', '":  ')])
      expect(() => open(changed, key)).toThrow()
  })

  test('the key of somebody else is noticed', async () => {
    const other = generateKeyPairSync('ed25519').publicKey
    expect(readCertificate((await issued(GOOD)).path, other)).toEqual({ refused: 'it was signed with another key' })
  })

  test('what was signed, but is no certificate, is refused', () => {
    const path = file('other.json', seal('{"hello":1}', pair.privateKey, pair.publicKey))
    expect(readCertificate(path, pair.publicKey)).toEqual({ refused: 'what was signed is no certificate' })
  })
})

describe('before anything is sent', () => {
  const problem = (flags: CertificateFlags) => {
    try {
      prepareCertificate(flags)
    } catch (error) {
      return (error as UsageError).lines.join()
    }
    return undefined
  }
  const certificate = join(dir, 'c.json')

  test('what a certificate needs is checked', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    expect(problem({ certificate })).toContain('needs --sign-key FILE')
    expect(problem({ certificate, 'sign-key': join(dir, 'none') })).toMatch(/cannot be read \(ENOENT\)/)
    expect(problem({ certificate, 'sign-key': file('no.pem', 'no key') })).toContain('holds no private key in PEM')
    expect(problem({ certificate, 'sign-key': publicKey })).toContain('holds no private key in PEM')
    expect(problem({ certificate, 'sign-key': file('rsa.pem', rsa) })).toContain('a key of rsa, not Ed25519')
    expect(problem({ certificate, 'sign-key': signKey, 'valid-days': '0' })).toContain('--valid-days: must be a whole')
    expect(problem({ subject: 'v1' })).toBe('--subject: only says how a certificate is made; add --certificate FILE')
    expect(problem({})).toBeUndefined()
  })
})

test('a badge says variant, verdict, depth and day', async () => {
  const { predicate } = await statement(GOOD)
  const svg = renderBadge(predicate)
  expect(svg).toContain('<title>tenant API A: conformant · standard · until 2027-02-19</title>')
  const partial = await statement(report([rule('a.y', 'skipped'), rule('a.x', 'passed')]), { partial: true })
  expect(renderBadge(partial.predicate)).toContain('partly tried · standard')
})
