import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isSea } from 'node:sea'
import { home } from './catalog.ts'
import type { ProofSummary, Report } from './results.ts'
import { quoted } from './shell-quote.ts'

/** The folder that contains package.json. */
export const root = basename(home) === 'dist' ? dirname(home) : home

/** Output path of `selfcheck --save`, relative to the folder of package.json. */
export const PROOF = 'fixtures/proof.json'

/** Name and version from package.json, and the saved proof. */
export const suite: Report['suite'] = read()

/** Whether the suite runs from a checkout, not from an installed package. */
export const isCheckout = root === home

/**
 * The command line that runs the suite here: the executable as it was started. npx gets the package name: another package may own
 * the command's name.
 */
export const COMMAND = isSea()
  ? quoted(process.argv0)
  : isCheckout
    ? 'npm run conformance --'
    : 'npx tenant-api-conformance'

function read() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const path = join(root, PROOF)
  // A checkout may have no saved proof.
  if (!existsSync(path)) return { name, version }
  const proof: ProofSummary = JSON.parse(readFileSync(path, 'utf8'))
  return { name, version, proof }
}
