import { complain } from './errors.ts'

/** Says where to find what standard output did not take, since its reader has gone (`| head`) or a disk is full. */
export async function sayLost(path: string): Promise<void> {
  // An error of a write is told a little later.
  await new Promise(setImmediate)
  const { errored } = process.stdout
  if (errored) complain(`standard output was not read to its end (${codeOf(errored)}); all of it stands in ${path}`)
}

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message
