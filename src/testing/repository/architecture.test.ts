import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { home } from '../../core/catalog.ts'

/** Rooms of `src/` and the rooms each may import, types included. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  http: ['core'],
  judge: ['core'],
  config: ['core'],
  engine: ['core', 'http', 'judge'],
  report: ['core', 'judge'],
  // Benchmarks, which are not shipped, measure the packed package.
  proof: ['core', 'http', 'judge', 'config', 'engine', 'report', 'testing'],
  cli: ['core', 'http', 'judge', 'config', 'engine', 'report', 'proof'],
}

const STATIC = /(?:\bfrom|^import)\s*'(\.[^']+)'/gm
const LAZY = /\bimport\(\s*'(\.[^']+)'/g
const isTestCode = (file: string): boolean => file.includes('.test.') || /(^|\/)testing(\/|\.ts$)/.test(file)
const files = globSync('{src,suites}/**/*.ts', { cwd: home }).filter(
  (file) => !isTestCode(file) && !file.endsWith('.d.ts'),
)

const importsOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(home, file), 'utf8').matchAll(pattern)].map(([, path]) =>
    relative(home, resolve(home, dirname(file), path!)),
  )
const staticImports = new Map(files.map((file) => [file, importsOf(file, STATIC)]))
const imports = new Map(files.map((file) => [file, [...staticImports.get(file)!, ...importsOf(file, LAZY)]]))
const roomOf = (file: string): string => file.split('/')[1]!

test('src has eight rooms, and nothing loose but the package entry', () => {
  const inSrc = files.filter((file) => file.startsWith('src/'))
  expect([...new Set(inSrc.map(roomOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort())
})

test('a room imports only the rooms below it', () => {
  const upward = [...imports].flatMap(([file, targets]) => {
    if (!file.startsWith('src/')) return []
    const allowed = [roomOf(file), ...MAY_IMPORT[roomOf(file)]!]
    return targets.filter((to) => to.startsWith('src/') && !allowed.includes(roomOf(to))).map((to) => `${file} → ${to}`)
  })
  expect(upward).toEqual([])
  expect(imports.get('src/engine/run.ts')!.length).toBeGreaterThan(3)
})

test('no import leads back to its file', () => {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].map((one) => basename(one)).join(' → '))
      return
    }
    if (done.has(file)) return
    for (const to of staticImports.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('suites/shared imports neither variant, and the variants do not import each other', () => {
  const across = [...imports].flatMap(([file, targets]) => {
    const [, owner] = /^suites\/(a|b|shared)\//.exec(file) ?? []
    if (!owner) return []
    const allowed = [owner, ...(owner === 'shared' ? [] : ['shared'])]
    return targets.filter((to) => to.startsWith('suites/') && !allowed.includes(to.split('/')[1]!))
  })
  expect(across).toEqual([])
})
