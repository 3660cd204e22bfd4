import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** Creates an empty folder, removed after the test run. */
export const newFolder = (): string => mkdtempSync(join(process.env.TENANT_TESTS_FOLDER!, 'f'))
