import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../core/usage-error.ts'
import { newFolder } from '../testing/new-folder.ts'
import type { RunFlags } from './options.ts'
import { readSettings, targetsFrom } from './read-settings.ts'

const key = (keyId: string, digit = 'a') => `acme_live_${keyId.padStart(16, '0')}_${digit.repeat(64)}`
const A = { TENANT_A_BASE_URL: 'http://127.0.0.1:4010/', TENANT_A_KEY: key('1') }
const B = { TENANT_B_BASE_URL: 'https://host/base', TENANT_B_KEY: key('2') }
const empty = newFolder()

const read = (env: Record<string, string>, flags: RunFlags = {}, cwd = empty) => readSettings(flags, env, cwd)

function lines(env: Record<string, string>, flags: RunFlags = {}, cwd = empty): readonly string[] {
  try {
    read(env, flags, cwd)
  } catch (error) {
    if (error instanceof UsageError) return error.lines
    throw error
  }
  return []
}

describe('valid settings', () => {
  test('defaults are those of the contract', () => {
    const { settings, variants } = read({})
    expect(settings).toMatchObject({
      targets: [],
      depth: 'standard',
      rules: [],
      concurrency: 16,
      rate: undefined,
      timeout: 10_000,
      maxRequests: undefined,
      strict: false,
      requireComplete: false,
      timing: true,
      out: 'conformance-report',
    })
    expect(variants).toEqual(['a', 'b'])
    expect(Number.isInteger(settings.seed)).toBe(true)
  })

  test('the base URL may include the API path', () => {
    const ofUrl = (url: string) => read({ ...A, TENANT_A_BASE_URL: url }).settings.targets[0]?.baseUrl
    expect(ofUrl('https://host/base/api/public/v1')).toBe('https://host/base')
    expect(ofUrl('https://host/api/public/v1/')).toBe('https://host')
    expect(ofUrl('https://host/api/public/v10')).toBe('https://host/api/public/v10')
  })

  test('each named variant is a target; a trailing slash of its base URL is removed', () => {
    expect(read({ ...A, ...B }).settings.targets.map(({ baseUrl }) => baseUrl)).toEqual([
      'http://127.0.0.1:4010',
      'https://host/base',
    ])
    expect(read(A).variants).toEqual(['a'])
  })

  test('flags override the environment, which overrides the file', () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, '.env'), `TENANT_A_BASE_URL=https://file\nTENANT_A_KEY=${key('9')}\n`)
    const baseUrl = (env: Record<string, string>, flags?: RunFlags) =>
      read(env, flags, cwd).settings.targets[0]!.baseUrl
    expect(baseUrl({})).toBe('https://file')
    expect(baseUrl({ TENANT_A_BASE_URL: 'https://env' })).toBe('https://env')
    expect(baseUrl({ TENANT_A_BASE_URL: 'https://env' }, { variant: ['a'], 'base-url': 'https://flag' })).toBe(
      'https://flag',
    )
  })

  test('accepts keys in either letter case, with underscores in the prefix', () => {
    expect(read({ ...A, TENANT_A_KEY: key('ABCDEF', 'F') }).settings.targets[0]!.keys.active.value).toContain('ABCDEF')
  })

  test('reads the settings of B only', () => {
    const [target] = read({
      ...B,
      TENANT_B_KEY_NO_SCOPE: key('3'),
      TENANT_B_NO_SCOPE_ENDPOINTS: 'rows, company',
      TENANT_B_PROJECT_ID: 'p-1',
      TENANT_B_DATASET_ID: 'd/1',
      TENANT_B_DATASET_ORDERED: 'true',
    }).settings.targets
    expect(target).toMatchObject({
      project: 'p-1',
      dataset: 'd/1',
      ordered: true,
      noScopeEndpoints: ['rows', 'company'],
    })
    expect(read(B).settings.targets[0]!.noScopeEndpoints).toHaveLength(5)
  })

  test('reads the ORDER BY of the dataset, which is then an ordered one', () => {
    const ids = { TENANT_B_PROJECT_ID: 'p-1', TENANT_B_DATASET_ID: 'd/1' }
    const [target] = read({ ...B, ...ids, TENANT_B_DATASET_ORDER_BY: '-day, id' }).settings.targets
    const orderBy = [
      { column: 'day', descending: true },
      { column: 'id', descending: false },
    ]
    expect(target).toMatchObject({ ordered: true, orderBy })
  })

  test('reads the output of the reference server for the selected variants only', () => {
    expect(targetsFrom({ ...A, ...B }, ['b']).map(({ variant }) => variant)).toEqual(['b'])
  })
})

describe('a demo', () => {
  test('has no targets yet, and reads neither the environment nor a file', () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, '.env'), 'TENANT_A_BASE_URL=nonsense\n')
    const { settings, variants } = read({ ...A, TENANT_B_KEY: '' }, { demo: true }, cwd)
    expect([settings.demo, settings.targets, settings.held, variants]).toEqual([true, [], [], ['a', 'b']])
  })

  test.for(['base-url', 'env-file', 'control', 'baseline', 'expect', 'certificate', 'subject'] as const)(
    'takes no --%s',
    (name) => {
      const why = `--demo: tests the bundled reference server and takes no --${name}`
      expect(() => read({}, { demo: true, [name]: 'x' })).toThrow(why)
    },
  )
})

test.for(['TENANT_A_BASE_URL', 'TENANT_A_KEY_REVOKED', 'TENANT_CONTROL', 'TENANT_B_DATASET_ORDERED'])(
  'an empty %s is an error, in the environment and in the file',
  (name) => {
    const cwd = newFolder()
    const why = `${name}: is set but empty; give it a value, or unset it`
    expect(() => read({ ...A, [name]: '' })).toThrow(why)
    writeFileSync(join(cwd, '.env'), `${name}=\n`)
    expect(() => read(name.startsWith('TENANT_A') ? {} : A, {}, cwd)).toThrow(why)
  },
)

describe('rejects with one line that names the setting', () => {
  const hex63 = `acme_${'0'.repeat(16)}_${'a'.repeat(63)}`
  const cases: [string, Record<string, string>, RunFlags?][] = [
    ['scheme', { ...A, TENANT_A_BASE_URL: 'ftp://host' }],
    ['no scheme', { ...A, TENANT_A_BASE_URL: 'localhost:4010' }],
    ['no host', { ...A, TENANT_A_BASE_URL: 'http://' }],
    ['credentials', { ...A, TENANT_A_BASE_URL: 'http://me:secret@host' }],
    ['query', { ...A, TENANT_A_BASE_URL: 'http://host?' }],
    ['fragment', { ...A, TENANT_A_BASE_URL: 'http://host/#top' }],
    ['quoted URL', { ...A, TENANT_A_BASE_URL: '"http://host"' }],
    ['quoted key', { ...A, TENANT_A_KEY: `'${A.TENANT_A_KEY}'` }],
    ['63 digits', { ...A, TENANT_A_KEY: hex63 }],
    ['no hex', { ...A, TENANT_A_KEY: key('1', 'g') }],
    ['no prefix', { ...A, TENANT_A_KEY: key('1').slice('acme_live_'.length - 1) }],
    ['two parts', { ...A, TENANT_A_KEY: 'acme_x' }],
    ['white space in a key', { ...A, TENANT_A_KEY: `${key('1')} ` }],
    ['no key', { TENANT_A_BASE_URL: 'http://host' }],
    ['no base URL', { TENANT_B_KEY: key('1') }],
    ['other setting alone', { TENANT_B_KEY: key('2'), TENANT_B_PROJECT_ID: '7' }],
    ['same key twice', { ...A, TENANT_A_KEY_REVOKED: key('1', 'A') }],
    ['misspelt', { ...A, TENANT_A_KEY_REVOKD: key('1') }],
    ['endpoints', { ...B, TENANT_B_NO_SCOPE_ENDPOINTS: 'rows,users' }],
    ['flag', { ...B, TENANT_B_DATASET_ORDERED: 'yes' }],
    ['ordered without a dataset', { ...B, TENANT_B_DATASET_ORDERED: 'true' }],
    ['order without a dataset', { ...B, TENANT_B_DATASET_ORDER_BY: 'id' }],
    ['order without a column', { ...B, TENANT_B_DATASET_ORDER_BY: 'id,-' }],
    ['dataset without a project', { ...B, TENANT_B_DATASET_ID: '1' }],
    ['requested, not named', { ...A, TENANT_B_KEY: key('2') }, { variant: ['b'] }],
    ['base URL for two', A, { 'base-url': 'http://host' }],
    ['base URL of --base-url', A, { variant: ['a'], 'base-url': 'file:///etc' }],
    ['depth', {}, { depth: 'deep' }],
    ['variant', {}, { variant: ['c'] }],
    ['seed', {}, { seed: '1e3' }],
    ['concurrency', {}, { concurrency: '0' }],
    ['rate', {}, { rate: '-1' }],
    ['timeout', {}, { timeout: '1.5' }],
    ['max-requests', {}, { 'max-requests': 'many' }],
    ['out', {}, { out: '' }],
    ['reporter', {}, { reporter: ['jsn'] }],
    ['env file', {}, { 'env-file': 'missing.env' }],
    ['env file without a deployment', {}, { 'env-file': '/dev/null' }],
  ]
  test.for(cases)('%s', ([, env, flags]) => {
    const found = lines(env, flags)
    expect(found).toHaveLength(1)
    expect(found[0]).not.toMatch(/\n/)
    expect(found[0]).toMatchSnapshot()
  })

  test('refuses `NAME: value`, which `node --env-file` in the printed commands does not read', () => {
    const cwd = newFolder()
    const linesOf = (text: string) => {
      writeFileSync(join(cwd, 'x.env'), text)
      return lines({}, { 'env-file': 'x.env' }, cwd)
    }
    const url = 'TENANT_A_BASE_URL=http://127.0.0.1:1\n'
    expect(linesOf(`${url}\n  export TENANT_A_KEY: ${key('1')}\nPORT: 1\r\n`)).toEqual([
      'x.env: line 3: write TENANT_A_KEY=value, not TENANT_A_KEY: value',
      'x.env: line 4: write PORT=value, not PORT: value',
    ])
    expect(linesOf(`${url}TENANT_A_KEY=${key('1')}\nNOTE="a\nPORT: 1"\n# PORT: 1\n`)).toEqual([])
  })

  test('prints all problems together', () => {
    expect(lines({ ...A, TENANT_A_KEY: 'x', TENANT_B_BASE_URL: 'x' }, { seed: 'x' })).toHaveLength(3)
  })

  test('never shows a malformed key', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 24, maxLength: 70 })
    const broken = fc.tuple(fc.string(), hex, hex, fc.string()).map((parts) => parts.join('_'))
    fc.assert(
      fc.property(broken, (text) => {
        const shown = lines({ ...A, TENANT_A_KEY: text }).join()
        for (const part of text.split('_').filter((p) => p.length >= 24)) expect(shown).not.toContain(part)
      }),
    )
  })
})

describe('sends keys over http:// to this machine only', () => {
  const at = (url: string) => ({ ...A, TENANT_A_BASE_URL: url })
  test.for(['localhost:1', 'a.localhost', '127.0.0.1', '127.9.9.9:80', '[::1]:1', '2130706433'])('%s', (host) => {
    expect(read(at(`http://${host}`)).settings.targets).toHaveLength(1)
  })

  test.for(['backend:8080', '10.0.0.1', '[::2]', 'localhost.example.com', '127.0.0.1.example.com', '0.0.0.0'])(
    'not to %s, unless it is allowed',
    (host) => {
      const env = at(`http://${host}`)
      expect(lines(env)).toEqual([
        expect.stringMatching(/^TENANT_A_BASE_URL: .* unencrypted; .*--allow-http \(or TENANT_ALLOW_HTTP=true\)$/),
      ])
      expect(lines(at('https://x'), { variant: ['a'], 'base-url': `http://${host}` })[0]).toMatch(/^--base-url: /)
      expect(lines({ ...env, TENANT_ALLOW_HTTP: 'false' })).toHaveLength(1)
      expect(lines({ ...env, TENANT_ALLOW_HTTP: 'true' })).toEqual([])
      expect(lines(env, { 'allow-http': true })).toEqual([])
      expect(lines(at(`https://${host}`))).toEqual([])
    },
  )
})

test('warns when other users can read the keys of a file', () => {
  const cwd = newFolder()
  const warnings = (text: string, mode: number, name = '.env') => {
    writeFileSync(join(cwd, name), text)
    chmodSync(join(cwd, name), mode)
    return read(A, name === '.env' ? {} : { 'env-file': name }, cwd).warnings
  }
  expect(warnings(`ADMIN_TOKEN=\nTENANT_A_BASE_URL=${A.TENANT_A_BASE_URL}`, 0o644)).toEqual([])
  const held = `TENANT_A_KEY=${key('1')}`
  expect(warnings(held, 0o600)).toEqual([])
  for (const mode of [0o640, 0o604])
    expect(warnings(held, mode)).toEqual(['.env: other users of this machine can read the keys in it; chmod 600 .env'])
  expect(warnings('ADMIN_TOKEN=x', 0o644, 'my settings')[0]).toMatch(/; chmod 600 'my settings'$/)
})

test('warns where the environment overrides the file', () => {
  const cwd = newFolder()
  const text = `TENANT_A_KEY=${A.TENANT_A_KEY}\nTENANT_A_BASE_URL=https://x\nTENANT_TIMEOUT=1000\nOTHER=1`
  writeFileSync(join(cwd, 'build.env'), text, { mode: 0o600 })
  expect(read({ ...A, OTHER: '2' }, { 'env-file': 'build.env' }, cwd).warnings).toEqual([
    'build.env: the environment has other values, which are used; to use the file: unset TENANT_A_BASE_URL',
  ])
})
