import { extname } from 'node:path'
import { type Json, writeJson } from '../core/json.ts'
import { UsageError } from '../core/usage-error.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import { type Style, styleFor, wantsColour } from '../report/console.ts'
import type { Args, Options } from './command.ts'
import { complain } from './errors.ts'

type Format = 'console' | 'markdown' | 'json' | 'html'

/** Options of a command with several output formats. */
export const formatOptions = (...formats: readonly Format[]): Options => ({
  format: { value: formats.join('|'), help: 'output format (default: by the name of --out, or console)' },
  out: { value: 'FILE', help: 'write to this file instead of standard output' },
})

const BY_EXTENSION: Readonly<Record<string, Format>> = { '.md': 'markdown', '.json': 'json', '.html': 'html' }

type Renderer = (style: Style) => string | Promise<string>
type Renderers = { readonly console: Renderer } & { readonly [F in Format]?: Renderer }

/** Renders in the format that --format or --out names, to that file or to standard output. `what` says what the file holds. */
export async function deliver({ values }: Args, what: string, renderers: Renderers): Promise<void> {
  const { format, out } = values as { readonly format?: Format; readonly out?: string }
  if (format !== undefined && !Object.hasOwn(renderers, format))
    throw new UsageError(`--format takes one of ${Object.keys(renderers).join(', ')}`)
  const render = renderers[format ?? BY_EXTENSION[extname(out ?? '').toLowerCase()] ?? 'console'] ?? renderers.console
  if (out === undefined) return void process.stdout.write(await render(stdoutStyle()))
  const text = await render(styleFor(false))
  try {
    writeAtomically(out, text)
    complain(`${what} is in ${out}`)
  } catch (error) {
    throw new UsageError(`--out: ${JSON.stringify(out)} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

export const jsonText = (value: object): string => `${writeJson(value as Json)}\n`

/** The width of the terminal, or what COLUMNS says elsewhere, if anything: a pipe is not wrapped. */
export const stdoutColumns = (): number | undefined =>
  Math.min(120, process.stdout.columns || Number(process.env.COLUMNS)) || undefined

export const stdoutStyle = (): Style => styleFor(wantsColour(process.env, process.stdout.isTTY ?? false))
