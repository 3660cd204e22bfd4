import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** vitest's global set-up: one folder for all temporary files of a test run, removed at its end. */
export default function createTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-tests-'))
  process.env.TENANT_TESTS_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
