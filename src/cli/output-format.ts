import { extname } from 'node:path'
import { UsageError } from '../core/usage-error.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import { type Style, styleFor, wantsColour } from '../report/console.ts'
import type { Args, Options } from './command.ts'
import { complain } from './errors.ts'

export type Format = 'console' | 'markdown' | 'json' | 'html'

/** Options of a command with several output formats. */
export const formatOptions = (formats: readonly Format[]): Options => ({
  format: { value: formats.join('|'), help: 'output format (default: by the name of --out, or console)' },
  out: { value: 'FILE', help: 'write to this file instead of standard output' },
})

const BY_EXTENSION: Readonly<Record<string, Format>> = { '.md': 'markdown', '.json': 'json', '.html': 'html' }

export function formatOf({ values }: Args, formats: readonly Format[]): Format {
  const { format, out = '' } = values as { readonly format?: Format; readonly out?: string }
  const chosen = format ?? BY_EXTENSION[extname(out).toLowerCase()] ?? 'console'
  if (formats.includes(chosen)) return chosen
  if (format === undefined) return 'console'
  throw new UsageError(`--format takes one of ${formats.join(', ')}`)
}

/** Writes to the file that --out names, and says what it holds, or to standard output. */
export function deliver(text: string, { values }: Args, what: string): void {
  const { out } = values as { readonly out?: string }
  if (out === undefined) return void process.stdout.write(text)
  try {
    writeAtomically(out, text)
    complain(`${what} is in ${out}`)
  } catch (error) {
    throw new UsageError(`--out: ${JSON.stringify(out)} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The width of the terminal, or what COLUMNS says elsewhere, if anything: a pipe is not wrapped. */
export const stdoutColumns = (): number | undefined =>
  Math.min(120, process.stdout.columns || Number(process.env.COLUMNS)) || undefined

export const stdoutStyle = (): Style => styleFor(wantsColour(process.env, process.stdout.isTTY ?? false))
