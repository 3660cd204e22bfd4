import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { home } from './catalog.ts'
import type { ProofSummary, Report } from './results.ts'

/** The folder of package.json. */
export const root = basename(home) === 'dist' ? dirname(home) : home

/** What `selfcheck --save` writes, from the folder of package.json. */
export const PROOF = 'fixtures/proof.json'

/** Name and version of this package, as its package.json says, and what it was proven with. */
export const suite: Report['suite'] = read()

/** Whether this is the checkout, not an installed package. */
export const inCheckout = root === home

/** How the command is called here, such that a shell can run it. It names the package, which is ours; the command's own name may belong to another package. */
export const COMMAND = inCheckout ? 'npm run conformance --' : 'npx tenant-api-conformance'

function read() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const path = join(root, PROOF)
  // A checkout in which no proof has been made yet.
  if (!existsSync(path)) return { name, version }
  const proof: ProofSummary = JSON.parse(readFileSync(path, 'utf8'))
  return { name, version, proof }
}
