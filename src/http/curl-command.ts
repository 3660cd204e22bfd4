import type { Exchange } from '../core/exchange.ts'
import { keysIn } from '../core/keys-in-text.ts'
import { quoted } from '../core/quote.ts'
import { joined, type SecretText } from '../core/secret-text.ts'
import type { KeyFile } from '../core/settings.ts'
import { shellWord } from './shell-word.ts'

type Sent = Pick<Exchange, 'url' | 'headers'> & { readonly req?: Exchange['req'] }

/**
 * One line for a POSIX shell that sends the same request. Keys come from the environment, and those of `keyFile` from that file if
 * the environment has none. `options`: see `curlOptions`.
 */
export function curlCommand({ url, headers, req }: Sent, options: readonly string[] = [], keyFile?: KeyFile): string {
  const method = req?.method ?? 'GET'
  const words = [
    ...keysIn({ url, headers }).flatMap((name) => loading(name, keyFile)),
    'curl -sS -i --path-as-is -g',
    ...options,
  ]
  // HTTP/2 would lower-case the header names.
  if (startOf(url).startsWith('https:')) words.push('--http1.1')
  if (method === 'HEAD') words.push('-I')
  else if (method !== 'GET') words.push(`-X ${method}`)
  const sent = new Set(headers.map(([name]) => name.toLowerCase()))
  for (const header of headers) words.push(`-H ${headerWord(header)}`)
  for (const name of ['accept', 'user-agent']) if (!sent.has(name)) words.push(`-H '${name}:'`)
  words.push(shellWord(url))
  return words.join(' ')
}

/** A shell cannot source every file that dotenv reads. Node reads it, and lets the environment win as the suite does. */
function loading(name: string, keyFile?: KeyFile): string[] {
  if (!keyFile?.names.includes(name)) return []
  return [`${name}=$(node --env-file=${quoted(keyFile.path)} -p process.env.${name}) &&`]
}

const startOf = (text: SecretText): string => (typeof text === 'string' ? text : String(text[0]))

/** `-H 'name:'` removes a header; `-H 'name;'` sends an empty one. */
function headerWord([name, value]: readonly [name: string, value: SecretText]): string {
  const empty = typeof value === 'string' && /^[ \t]*$/.test(value)
  return shellWord(empty ? `${name};` : joined(`${name}: `, value))
}
