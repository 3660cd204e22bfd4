import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { writeAtomically } from './write-atomically.ts'

const dir = newFolder()

test('replaces a file atomically and leaves no temporary file', () => {
  writeAtomically(join(dir, 'file'), 'one')
  writeAtomically(join(dir, 'file'), 'two')
  expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('two')
  mkdirSync(join(dir, 'folder'))
  expect(() => writeAtomically(join(dir, 'folder'), 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(dir).sort()).toEqual(['file', 'folder'])
})

test('writes to a device instead of replacing it', () => {
  writeAtomically('/dev/null', 'text')
  expect(() => writeAtomically('/dev/full', 'text')).toThrow('ENOSPC')
  expect(['/dev/null', '/dev/full'].map((path) => statSync(path).isCharacterDevice())).toEqual([true, true])
})
