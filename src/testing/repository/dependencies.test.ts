import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../core/package.ts'

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly dependencies?: object
  readonly hasInstallScript?: boolean
}

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { '': _, ...locked }: Record<string, Entry> = json('package-lock.json').packages

/** What the package carries inside, with what it is for. */
const BUNDLED: Readonly<Record<string, string>> = {
  '@hono/node-server': 'reference server',
  dotenv: 'settings from a file',
  'fast-check': 'cases, and shrinking them',
  hono: 'reference server and HTML',
  'junit-report-builder': 'junit.xml',
  undici: 'requests',
  yaml: '--expect files',
  zod: 'checks settings',
}

/** The names of packages with all that they depend on. */
function withTheirs(names: readonly string[]): string[] {
  const all = new Set(names)
  for (const name of all)
    for (const theirs of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {})) all.add(theirs)
  return [...all]
}

/** Licences that allow any use and redistribution. */
const PERMISSIVE = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0']

test('users install one package, and the licences of what is inside ask nothing of them', () => {
  expect(json('package.json')).not.toHaveProperty('dependencies')
  const inside = withTheirs(Object.keys(BUNDLED))
  expect(inside.length).toBeGreaterThan(10)
  expect(inside.length).toBeLessThanOrEqual(25)
  const licenses = inside.map((name) => json(`node_modules/${name}/package.json`).license)
  expect(licenses.filter((license) => !PERMISSIVE.includes(license))).toEqual([])
})

test('each package is pinned, with the hash of what it must be', () => {
  const loose = Object.entries(locked).filter(
    ([, { version, integrity }]) => !version || !/^sha512-.{86}==$/.test(integrity ?? ''),
  )
  expect(loose.map(([path]) => path)).toEqual([])
})

test('nothing runs when it is installed, but what brings Node.js for development', () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(scripted.map(([path]) => path)).toEqual(['node_modules/node'])
  expect(scripted.every(([, { dev }]) => dev)).toBe(true)
  expect(json('package.json').allowScripts).toEqual({ node: true })
  // prepack builds; the others run where the package is installed.
  expect(Object.keys(json('package.json').scripts)).not.toEqual(expect.arrayContaining(['install']))
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(json('package.json').scripts).not.toHaveProperty(name)
})

test('there are few: each that our code imports is named above', () => {
  const sources = globSync('{src,suites,reference-server}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.d.ts', 'src/testing/**', 'src/proof/{bench,calibration}/**'],
  })
  const imported = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bfrom '((?:@[\w-]+\/)?[a-z][\w-]*)[/']/g)].map(
      ([, name]) => name!,
    ),
  )
  expect([...new Set(imported)].sort()).toEqual([...Object.keys(BUNDLED), 'vitest'].sort())
})
