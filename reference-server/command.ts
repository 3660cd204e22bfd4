import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Behaviour, conforming } from './behaviour.ts'
import { start } from './start.ts'
import type { Variant } from './types.ts'

const OPTIONS = {
  port: { type: 'string' },
  db: { type: 'string' },
  users: { type: 'string' },
  seed: { type: 'string' },
  variant: { type: 'string', multiple: true },
  behaviour: { type: 'string', multiple: true },
  'until-stdin-closes': { type: 'boolean' },
} as const

/** Implements `serve.ts`, after it has enabled the compile cache. */
export async function serve(): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${blame(error as NodeJS.ErrnoException)}\n`)
    process.exit(2)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS })
  const running = await start({
    port: wholeNumber('--port', values.port, 65_535),
    users: wholeNumber('--users', values.users, Number.MAX_SAFE_INTEGER),
    db: values.db,
    seed: values.seed,
    variants: values.variant?.map(variant),
    behaviour: await merged(values.behaviour ?? []),
  })
  const stop = () => void running.close().then(() => process.exit(0))
  process.once('SIGTERM', stop).once('SIGINT', stop)
  if (values['until-stdin-closes']) process.stdin.on('close', stop).on('error', stop).resume()
  const lines = Object.entries(running.env).map(([name, value]) => `${name}=${value}`)
  const documents = running.documents.map((url) => `# OpenAPI: ${url}`)
  process.stdout.write(`${[...lines, ...documents].join('\n')}\n# ready\n`)
}

function wholeNumber(option: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text) || Number(text) > max) throw new Error(`${option}: "${text}" is no whole number up to ${max}`)
  return Number(text)
}

function variant(text: string): Variant {
  if (text !== 'a' && text !== 'b') throw new Error(`--variant: "${text}" is neither a nor b`)
  return text
}

/** Loads overrides of the conforming decisions from each `MODULE#PATH`; later ones win. */
async function merged(specs: readonly string[]): Promise<Partial<Behaviour>> {
  const all: Partial<Behaviour> = {}
  for (const spec of specs) Object.assign(all, await decisions(spec))
  return all
}

async function decisions(spec: string): Promise<Partial<Behaviour>> {
  const [file = '', path = 'default'] = spec.split('#')
  let value: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: Error) => {
    throw new Error(`--behaviour ${spec}: ${error.message}`)
  })
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  if (typeof value !== 'object' || value === null) throw new Error(`--behaviour ${spec}: it has no such export`)
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(conforming, name))
  if (unknown) throw new Error(`--behaviour ${spec}: there is no decision ${unknown}`)
  return value
}

/** Prints one line that names the invalid option. */
function blame(error: NodeJS.ErrnoException): string {
  const { port } = error as { readonly port?: number }
  if (error.code === 'EADDRINUSE') return `--port: ${port} is in use; name another, or omit --port for a free one`
  if (error.syscall === 'listen') return `--port: cannot listen (${error.code}: ${error.message})`
  if (error.code === 'ERR_SQLITE_ERROR') return `--db: cannot use this file as a database (${error.message})`
  return error.message.split('\n', 1)[0]!
}
