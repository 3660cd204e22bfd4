import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { home } from '../../core/catalog.ts'

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]|^import\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/gm

function importsBelow(folder: string): Import[] {
  return globSync(`${folder}/**/*.ts`, { cwd: home }).flatMap((file) => {
    const text = readFileSync(join(home, file), 'utf8')
    return [...text.matchAll(IMPORT)].map(([, type, a, b, c]) => ({
      from: file,
      to: relative(home, resolve(home, dirname(file), (a ?? b ?? c)!)),
      typeOnly: type !== undefined,
    }))
  })
}

test('the reference server reads nothing of the suite', () => {
  const imports = importsBelow('reference-server')
  expect(imports.length).toBeGreaterThan(10)
  expect(imports.filter(({ to }) => !to.startsWith('reference-server/'))).toEqual([])
})

test('the suite reads nothing of the reference server, but for the types of faults', () => {
  const imports = [...importsBelow('src'), ...importsBelow('suites')]
  expect(imports.length).toBeGreaterThan(100)
  const across = imports.filter(({ to }) => to.startsWith('reference-server/'))
  expect(across.filter(({ typeOnly, to }) => !typeOnly || to !== 'reference-server/behaviour.ts')).toEqual([])
})
