import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { writeWhole } from './write-atomically.ts'

const dir = newFolder()

test('replaces a file atomically and leaves no temporary file', () => {
  writeWhole(join(dir, 'file'), 'one')
  writeWhole(join(dir, 'file'), 'two')
  expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('two')
  mkdirSync(join(dir, 'folder'))
  expect(() => writeWhole(join(dir, 'folder'), 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(dir).sort()).toEqual(['file', 'folder'])
})

test('writes to a device instead of replacing it', () => {
  writeWhole('/dev/null', 'text')
  expect(() => writeWhole('/dev/full', 'text')).toThrow('ENOSPC')
  expect(['/dev/null', '/dev/full'].map((path) => statSync(path).isCharacterDevice())).toEqual([true, true])
})
