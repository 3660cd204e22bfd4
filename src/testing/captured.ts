import { vi } from 'vitest'

/** What is written to standard output and standard error from now on, until `vi.restoreAllMocks`; none of it comes out. */
export function captured(): { out: string; err: string } {
  const written = { out: '', err: '' }
  const into = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    written[name] += text
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'))
  return written
}
