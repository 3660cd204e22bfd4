import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Where a file is written until it is whole. A device or a pipe takes what comes: nothing can be put in its place. */
export function beside(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && !found.isFile() && !found.isDirectory() ? path : `${path}.${process.pid}.tmp`
}

/** What was written beside its place is whole. */
export function putInPlace(path: string): void {
  const from = beside(path)
  if (from !== path) renameSync(from, path)
}

/** What was written beside its place is not whole, and goes. */
export function discard(path: string): void {
  const from = beside(path)
  if (from !== path) rmSync(from, { force: true })
}

/** Whoever reads the path finds a whole file, if any. */
export function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(beside(path), text)
    putInPlace(path)
  } catch (error) {
    discard(path)
    throw error
  }
}
