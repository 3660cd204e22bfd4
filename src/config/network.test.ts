import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../core/usage-error.ts'
import { certificate } from '../testing/certificates.ts'
import { newFolder } from '../testing/new-folder.ts'
import { type Environment, networkOptions } from './environment.ts'

const cwd = newFolder()
const certificates: string[] = []
beforeAll(async () => {
  certificates.push((await certificate()).cert.trim(), (await certificate()).cert.trim())
  writeFileSync(join(cwd, 'two.pem'), `# ours\n${certificates[0]}\nand theirs\n${certificates[1]}\n`)
  writeFileSync(join(cwd, 'half.pem'), `${certificates[0]}\n${certificates[1]!.replace(/\n[A-Za-z]/, '\n')}\n`)
  writeFileSync(join(cwd, 'none.pem'), 'not PEM at all')
})

type Given = Parameters<typeof networkOptions>[0] & Parameters<typeof networkOptions>[1] & { env?: Environment }
const of = ({ env = {}, ...given }: Given) => networkOptions(given, given, { env, cwd })

test('a file may contain several certificates; the option overrides the setting', () => {
  const ca = { file: join(cwd, 'two.pem'), certificates }
  expect(of({ ca: 'two.pem', TENANT_CA: 'none.pem' })).toEqual({ ca })
  expect(of({ TENANT_CA: 'two.pem' })).toEqual({ ca })
  expect(of({ TENANT_CA: 'two.pem', insecure: true })).toEqual({ insecure: true })
  expect(of({})).toBeUndefined()
})

test('reads proxies from the environment, lower case first', () => {
  const env = {
    HTTPS_PROXY: 'http://big:1',
    https_proxy: 'http://joe:pass@small:2',
    HTTP_PROXY: 'plain:3',
    no_proxy: 'x',
  }
  expect(of({ env })).toEqual({
    proxies: {
      http: { from: 'HTTP_PROXY', url: 'http://plain:3' },
      https: { from: 'https_proxy', url: 'http://joe:pass@small:2' },
      except: 'x',
    },
  })
})

describe('rejects with one line', () => {
  test.for([
    [{ ca: 'missing.pem' }, /^--ca: ".*missing\.pem" is not there$/],
    [{ TENANT_CA: 'none.pem' }, /^TENANT_CA: ".*none\.pem" contains no certificate in PEM/],
    [{ ca: 'half.pem' }, /^--ca: certificate 2 of 2 in ".*half\.pem" cannot be read$/],
    [{ ca: '.' }, /^--ca: ".*" cannot be read \(EISDIR\)$/],
    [{ ca: 'two.pem', insecure: true }, /^--insecure: checks no certificate, so --ca has no effect$/],
    [{ env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }, /^NODE_TLS_REJECT_UNAUTHORIZED: 0 disables certificate checks/],
    [
      { env: { https_proxy: 'socks5://u:hidden@host:1' } },
      /^https_proxy: only http:\/\/ and https:\/\/ proxies are supported$/,
    ],
    [{ env: { HTTP_PROXY: 'http://u:hidden@:x' } }, /^HTTP_PROXY: not a URL; write it as http:\/\/host:port$/],
  ] as const)('%o', ([given, said]) => {
    expect(() => of(given)).toThrow(UsageError)
    expect(() => of(given)).toThrow(said)
  })
})
