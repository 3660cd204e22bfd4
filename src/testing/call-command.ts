import { expect } from 'vitest'
import { main, reportError } from '../cli/main.ts'
import { UsageError } from '../core/usage-error.ts'
import { captured } from './captured.ts'

export const SECRET = '7f3a91c05be24d68b1c7e0f92a46d835017fce9b3d52a8640e6cb71f94d3a825'
/** Part of the commands' input, which their output must not contain. */
export const KEY = `acme_0123456789abcdef_${SECRET}`
const TELLING = SECRET.slice(0, 16)

export interface CommandCaller {
  /** Runs a command line that must end with one of these codes; where it cannot be used, with lines that say so, and never a stack or a key. */
  call(argv: readonly string[], codes?: readonly number[]): Promise<number>
  /** What is read, or undefined where it cannot be used. Any error that is not for the user is thrown on. */
  usable<T>(read: () => T): T | undefined
}

/** Commands in this process, with what they print; to be made once a test, and given back by `vi.restoreAllMocks`. */
export function commandCaller(): CommandCaller {
  const said = captured()
  const begin = () => Object.assign(said, { out: '', err: '' })
  const refused = () => {
    const { out, err } = said
    expect(out).toBe('')
    expect(err).toMatch(/^(tenant-conformance: [^\n]+\n)+$/)
    expect(err.length).toBeLessThan(5000)
    expect(err).not.toContain(TELLING)
  }
  return {
    async call(argv, codes = [2]) {
      begin()
      const code = await main(argv)
      const { out, err } = said
      if (!codes.includes(code)) throw new Error(`exit code ${code}: ${err}`)
      if (code === 2) refused()
      expect(out + err).not.toMatch(/^\s+at .*:\d+:\d+/m)
      expect(out + err).not.toContain(TELLING)
      return code
    },
    usable(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        begin()
        reportError(error)
        refused()
        return undefined
      }
    },
  }
}
