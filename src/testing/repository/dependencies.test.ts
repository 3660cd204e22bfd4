import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../core/package.ts'

interface Entry {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { '': own, ...locked }: Record<string, Entry> = json('package-lock.json').packages
const shipped = Object.entries(locked).filter(([, { dev }]) => !dev)

/** Licences that allow any use and redistribution. */
const PERMISSIVE = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0']

test('what users install has licences that ask nothing of them', () => {
  expect(shipped.length).toBeGreaterThan(10)
  expect(shipped.length).toBeLessThanOrEqual(25)
  const strange = shipped.flatMap(([path, { license: locked }]) => {
    const name = path.split('node_modules/').at(-1)!
    // Those for other systems are not here.
    const license = existsSync(join(root, path)) ? json(`${path}/package.json`).license : locked
    return PERMISSIVE.includes(license) ? [] : [`${name}: ${license}`]
  })
  expect(strange).toEqual([])
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

test('there are few: each is named here, with what it is for', () => {
  const FOR: Readonly<Record<string, string>> = {
    '@hono/node-server': 'reference server',
    dotenv: 'settings from a file',
    'fast-check': 'cases, and making them smaller',
    hono: 'reference server',
    'junit-report-builder': 'junit.xml',
    undici: 'requests',
    yaml: '--expect files',
    zod: 'checks settings',
  }
  expect(Object.keys(json('package.json').dependencies).sort()).toEqual(Object.keys(FOR).sort())
  expect(Object.keys((own as { dependencies: object }).dependencies).sort()).toEqual(Object.keys(FOR).sort())
})
