import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crypto, dsse } from '@sigstore/core'
import { describe, expect, test } from 'vitest'
import { NO_CLAUSES } from '../../core/clause-coverage.ts'
import type { Report, RuleResult } from '../../core/results.ts'
import { ruleCoverage, scopeOf } from '../../core/rule-coverage.ts'
import type { Settings } from '../../core/settings.ts'
import type { UsageError } from '../../core/usage-error.ts'
import { countsOf } from '../../engine/verdict.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { renderBadge, renderShields } from './badge.ts'
import { open, readPublicKey, seal, sha256 } from './dsse.ts'
import { type CertificateFlags, prepareCertificate } from './issue.ts'
import { readCertificate, type TestResultStatement, verificationOf } from './statement.ts'

const dir = newFolder()
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(dir, name), content)
  return join(dir, name)
}
const pair = generateKeyPairSync('ed25519')
const signKey = file('sign.pem', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
const publicKey = file('sign.pub', pair.publicKey.export({ type: 'spki', format: 'pem' }))

const rule = (id: string, status: RuleResult['status'], more: Partial<RuleResult> = {}): RuleResult => ({
  ...{
    id,
    level: 'stated',
    severity: more.level === 'implied' ? 'warning' : 'error',
    section: '2',
    title: id,
    status,
    cases: 1,
    requests: 1,
    durationMs: 1,
  },
  ...more,
})

const proof = { faults: { caught: 1, of: 1 }, freedoms: { green: 1, of: 1, seeds: 3 }, digest: 'a'.repeat(64) }

function report(rules: readonly RuleResult[], verdict: Report['targets'][0]['verdict'] = 'conformant'): Report {
  const run = { startedAt: '2026-11-21T00:00:00.000Z', durationMs: 1000, seed: 7, depth: 'standard' } as const
  const target = {
    variant: 'a',
    baseUrl: 'https://x.example/a',
    verdict,
    requests: 9,
    retries: 0,
    serverErrors: 0,
  } as const
  const clauses = NO_CLAUSES
  return {
    schemaVersion: 1,
    suite: { name: 'tenant-api-conformance', version: '1.2.3', proof },
    run: { ...run, strict: false, complete: true, interrupted: false },
    targets: [
      { ...target, scope: scopeOf(rules), coverage: ruleCoverage(rules), counts: countsOf(rules), clauses, rules },
    ],
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

const SHA = 'b'.repeat(64)
const COMMIT = 'c'.repeat(40)

async function issued(given: Report, flags: CertificateFlags = {}) {
  const path = join(dir, `${Math.random()}.json`)
  const all = { certificate: path, 'sign-key': signKey, subject: `gitCommit:${COMMIT}`, ...flags }
  const why = await prepareCertificate(all)!.issue(given, 'text', SETTINGS)
  return { path, beside: path.replace(/json$/, 'svr.json'), why }
}

async function statement(given: Report, flags: CertificateFlags = {}): Promise<TestResultStatement> {
  const { path } = await issued(given, flags)
  const read = readCertificate(path, readPublicKey(publicKey))
  if ('refused' in read) throw new Error(read.refused)
  return read.statement as TestResultStatement
}

describe('a certificate', () => {
  test('says what was tested, with what, how deep and until when', async () => {
    const { subject, predicate, predicateType, _type } = await statement(GOOD, { 'valid-days': '30' })
    expect([_type, predicateType]).toEqual([
      'https://in-toto.io/Statement/v1',
      'https://in-toto.io/attestation/test-result/v0.1',
    ])
    expect(subject).toEqual([{ digest: { gitCommit: COMMIT } }])
    expect(Object.keys(predicate)[0]).toBe('scope')
    expect(predicate).toMatchObject({
      ...{ scope: 'complete', result: 'WARNED', passedTests: ['a.x'], warnedTests: ['a.y'], failedTests: ['a.z'] },
      conformance: {
        ...{ validUntil: '2026-12-21T00:00:01.000Z', evidence: 'control module', seed: 7, depth: 'standard' },
        settings: { control: 'module', timing: true, targets: [{ keys: { active: 'tk_0123456789abcdef_****' } }] },
        targets: [
          {
            summary:
              'conformant with 1 warning and 1 accepted failure, 4 rules: 1 passed, 1 warned, 1 not tested, 1 accepted, 2 of 2 required rules decided, 1 accepted: a.z',
            notTried: { 'a.o': 'supply a control module' },
            accepted: { 'a.z': 'JIRA-7' },
          },
        ],
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

  test.for([
    [`sha256:${SHA}`, { digest: { sha256: SHA } }],
    [`gitCommit:${COMMIT}`, { digest: { gitCommit: COMMIT } }],
    [`ghcr.io/acme/api@sha256:${SHA}`, { name: 'ghcr.io/acme/api', digest: { sha256: SHA } }],
  ] as const)('has the subject %s', async ([text, expected]) => {
    expect((await statement(GOOD, { subject: text })).subject).toEqual([expected])
  })

  test('passes only when every required rule was decided and nothing was violated', async () => {
    const result = async (...rules: RuleResult[]) =>
      (await statement(report(rules), { partial: true })).predicate.result
    const passed = rule('a.x', 'passed')
    expect(await result(passed)).toBe('PASSED')
    expect(await result(passed, rule('a.o', 'skipped', { level: 'implied' }))).toBe('PASSED')
    expect(await result(passed, rule('a.y', 'skipped'))).toBe('WARNED')
    expect(await result(passed, rule('a.y', 'inconclusive'))).toBe('WARNED')
    for (const status of ['skipped', 'inconclusive', 'blocked'] as const)
      expect(await result(passed, rule('a.y', status, { level: 'implied', severity: 'error' }))).toBe('WARNED')
    const unselected = { level: 'implied', severity: 'warning', unselected: true } as const
    expect(await result(passed, rule('a.y', 'skipped', unselected))).toBe('WARNED')
    expect(await result(passed, rule('a.y', 'passed', { cases: 16, plannedCases: 94 }))).toBe('WARNED')
    expect(await result(passed, rule('a.y', 'warned', { level: 'implied' }))).toBe('WARNED')
    expect(await result(passed, rule('a.y', 'expected'))).toBe('WARNED')
  })

  test('has a verification result beside it, for which an independent implementation of DSSE vouches', async () => {
    const { path, beside } = await issued(report([rule('a.x', 'passed')]))
    for (const [file, type] of [
      [path, 'https://in-toto.io/attestation/test-result/v0.1'],
      [beside, 'https://in-toto.io/attestation/svr/v0.1'],
    ] as const) {
      const { payload, payloadType, signatures } = JSON.parse(readFileSync(file, 'utf8'))
      const body = Buffer.from(payload, 'base64')
      const signed = dsse.preAuthEncoding(payloadType, body)
      expect(crypto.verify(signed, pair.publicKey, Buffer.from(signatures[0].sig, 'base64'))).toBe(true)
      expect(JSON.parse(body.toString())).toMatchObject({
        _type: 'https://in-toto.io/Statement/v1',
        predicateType: type,
      })
    }
    const read = readCertificate(beside, readPublicKey(publicKey))
    expect(read).toMatchObject({
      statement: {
        subject: [{ digest: { gitCommit: COMMIT } }],
        predicate: {
          verifier: { id: 'pkg:npm/tenant-api-conformance@1.2.3' },
          timeCreated: '2026-11-21T00:00:01.000Z',
          properties: [
            'TENANT_API_A_STATED_RULES_PASSED_QUICK',
            'TENANT_API_A_STATED_RULES_PASSED_STANDARD',
            'TENANT_API_A_CONFORMANT_QUICK',
            'TENANT_API_A_CONFORMANT_STANDARD',
          ],
        },
      },
    })
  })

  test('verifies no property that warnings, accepted failures or missing rules take away', () => {
    const subject = { digest: { gitCommit: COMMIT } }
    const properties = (...rules: RuleResult[]) =>
      verificationOf({ ...report(rules), run: { ...GOOD.run, depth: 'quick' } }, subject)?.predicate.properties
    const passed = rule('a.x', 'passed')
    const stated = ['TENANT_API_A_STATED_RULES_PASSED_QUICK']
    expect(properties(passed, rule('a.y', 'warned', { level: 'implied' }))).toEqual(stated)
    expect(properties(passed, rule('a.y', 'expected', { level: 'implied' }))).toEqual(stated)
    expect(properties(passed, rule('a.y', 'warned'))).toBeUndefined()
    expect(properties(passed, rule('a.y', 'expected'))).toBeUndefined()
    expect(properties(passed, rule('a.y', 'expected', { level: 'implied', severity: 'error' }))).toBeUndefined()
    expect(properties(passed, rule('a.y', 'skipped'))).toBeUndefined()
  })

  test('takes away the verification result of an earlier run that no longer holds', async () => {
    const { path, beside } = await issued(report([rule('a.x', 'passed')]))
    await issued(report([rule('a.x', 'expected')]), { certificate: path })
    expect(existsSync(beside)).toBe(false)
  })

  test('is refused when a required rule was not decided, or says so first', async () => {
    const partly = report([rule('a.x', 'passed'), rule('a.y', 'skipped')])
    const { path, why } = await issued(partly)
    expect(why).toBe('rules were not decided (a.y); --partial issues one with the result WARNED')
    expect(existsSync(path)).toBe(false)
    const { predicate } = await statement(partly, { partial: true })
    expect(Object.entries(predicate)[0]).toEqual(['scope', 'partial: 1 rule was not decided'])
  })

  test.for([
    ['nonconformant', 'variant A is nonconformant'],
    ['inconclusive', 'variant A is inconclusive'],
  ] as const)('none for a deployment that is %s', async ([verdict, said]) => {
    expect((await issued(report([rule('a.x', 'passed')], verdict), { partial: true })).why).toBe(said)
  })

  test('none for a run that was interrupted', async () => {
    const cut = { ...GOOD, run: { ...GOOD.run, interrupted: true } }
    expect((await issued(cut)).why).toBe('the run did not finish')
  })

  test('none for the bundled reference server', async () => {
    const demo = { ...GOOD, run: { ...GOOD.run, demo: true as const } }
    expect((await issued(demo)).why).toBe('the bundled reference server was tested, not a deployment')
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
    expect(readCertificate(path, pair.publicKey)).toEqual({ refused: 'what was signed is not a certificate' })
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
    expect(problem({ certificate, 'sign-key': join(dir, 'none') })).toMatch(/is not there/)
    expect(problem({ certificate, 'sign-key': file('no.pem', 'no key') })).toContain('holds no private key in PEM')
    expect(problem({ certificate, 'sign-key': publicKey })).toContain('holds no private key in PEM')
    expect(problem({ certificate, 'sign-key': file('rsa.pem', rsa) })).toContain('a key of rsa, not Ed25519')
    const subject = `sha256:${SHA}`
    expect(problem({ certificate, 'sign-key': signKey })).toContain('--certificate: needs --subject')
    for (const bad of [
      'v1',
      'my-api@2.4.0',
      'sha256:abc',
      `sha256:${SHA.toUpperCase()}`,
      `gitCommit:${SHA}x`,
      '@sha256:',
    ])
      expect(problem({ certificate, 'sign-key': signKey, subject: bad })).toContain('--subject: must be the digest')
    expect(problem({ certificate, 'sign-key': signKey, subject, 'valid-days': '0' })).toContain('--valid-days: must be')
    expect(problem({ subject })).toBe('--subject: has no effect without --certificate FILE')
    expect(problem({})).toBeUndefined()
  })
})

test('a badge says variant, verdict, accepted failures, depth and day', async () => {
  const title = async (given: Report) => {
    const { predicate } = await statement(given, { partial: true })
    return /<title>(.*)<\/title>/.exec(renderBadge(predicate))?.[1]
  }
  const end = 'standard · until 2027-02-19'
  expect(await title(GOOD)).toBe(`tenant API A: conformant · 1 warning · accepted failures: a.z · ${end}`)
  expect(await title(report([rule('a.x', 'passed')]))).toBe(`tenant API A: conformant · ${end}`)
  expect(await title(report([rule('a.y', 'skipped'), rule('a.x', 'passed')]))).toBe(
    `tenant API A: partial: 1 of 2 required rules decided · ${end}`,
  )
})

test('an endpoint badge of shields.io says the same, and its colour the state', async () => {
  const shields = async (given: Report, isExpired = false) =>
    JSON.parse(renderShields((await statement(given, { partial: true })).predicate, isExpired))
  const { message, ...rest } = await shields(report([rule('a.x', 'passed')]))
  expect(rest).toEqual({ schemaVersion: 1, label: 'tenant API A', color: 'brightgreen' })
  expect(message).toBe('conformant · standard · until 2027-02-19')
  expect((await shields(GOOD)).color).toBe('yellow')
  expect(await shields(GOOD, true)).toMatchObject({ message: expect.stringMatching(/^expired: /), color: 'lightgrey' })
})
