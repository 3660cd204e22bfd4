import { complain } from './errors.ts'

/** Prints, and says where to find it where standard output did not take it: its reader has gone (`| head`), a disk is full. */
export async function printOrSay(text: string, path: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((done) => process.stdout.write(text, done))
  if (error) complain(`standard output was not read to its end (${error.code}); all of it stands in ${path}`)
}
