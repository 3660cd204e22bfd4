import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND, root } from '../../core/package.ts'

const FOLDERS = ['.ci', '.github', 'fixtures', 'reference-server', 'src', 'suites']
const TEXT = /\.([cm]?[jt]s|json|md|sh|snap|ya?ml)$|\/Jenkinsfile$/

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
).filter((path) => TEXT.test(path))

test('no text names a package that somebody else could publish', () => {
  expect(files.length).toBeGreaterThan(500)
  // Outside a project, npx asks the registry for a package of the name that follows it.
  const wrong = ['npx', 'tenant-conformance'].join(' ')
  const named = [...files, 'README.md', 'package.json'].filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(wrong),
  )
  expect(named).toEqual([])
})

test('npx finds the command under the name of the package', () => {
  const { name, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(bin[name]).toBe(bin['tenant-conformance'])
  // What an installed package prints, which this checkout is not.
  expect(readFileSync(join(root, 'src/core/package.ts'), 'utf8')).toContain(`'npx ${name}'`)
  expect(COMMAND).toBe('npm run conformance --')
})
