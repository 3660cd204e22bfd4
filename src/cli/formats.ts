import { extname } from 'node:path'
import { UsageError } from '../core/usage-error.ts'
import { writeWhole } from '../core/write-atomically.ts'
import type { Args, Options } from './args.ts'

export type Format = 'console' | 'markdown' | 'json' | 'html'

/** Options of a command that can say the same in several ways. */
export const formatOptions = (formats: readonly Format[]): Options => ({
  format: { value: formats.join('|'), help: 'how it is written (default: as --out is named, or console)' },
  out: { value: 'FILE', help: 'write it to a file instead of standard output' },
})

const BY_NAME: Readonly<Record<string, Format>> = { '.md': 'markdown', '.json': 'json', '.html': 'html' }

export function formatOf({ values }: Args, formats: readonly Format[]): Format {
  const { format, out } = values as { readonly format?: Format; readonly out?: string }
  const named = out === undefined ? undefined : BY_NAME[extname(out).toLowerCase()]
  if (format === undefined) return named !== undefined && formats.includes(named) ? named : 'console'
  if (formats.includes(format)) return format
  throw new UsageError(`--format takes one of ${formats.join(', ')}`)
}

/** To standard output, or to the file that --out names. */
export function deliver(text: string, { values }: Args): void {
  const { out } = values as { readonly out?: string }
  if (out === undefined) return void process.stdout.write(text)
  try {
    writeWhole(out, text)
  } catch (error) {
    throw new UsageError(`--out: ${JSON.stringify(out)} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
