import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const all = mkdtempSync(join(tmpdir(), 'tenant-tests-'))
afterAll(() => rmSync(all, { recursive: true, force: true }))

/** An empty one; it is gone after the tests of this file. */
export const newFolder = (): string => mkdtempSync(join(all, 'f'))
