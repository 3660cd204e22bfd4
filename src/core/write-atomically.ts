import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Path of the temporary file. A device or pipe cannot be replaced: it is written directly. */
export function beside(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && !found.isFile() && !found.isDirectory() ? path : `${path}.${process.pid}.tmp`
}

/** Renames the complete temporary file to its final path. */
export function putInPlace(path: string): void {
  const from = beside(path)
  if (from !== path) renameSync(from, path)
}

/** Deletes an incomplete temporary file. */
export function discard(path: string): void {
  const from = beside(path)
  if (from !== path) rmSync(from, { force: true })
}

/** Writes a file atomically: readers of the path never see a partial file. */
export function writeAtomically(path: string, text: string): void {
  try {
    writeFileSync(beside(path), text)
    putInPlace(path)
  } catch (error) {
    discard(path)
    throw error
  }
}
