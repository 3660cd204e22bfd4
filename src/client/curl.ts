import type { Exchange } from './exchange.ts'
import { joined, type SecretText } from './secret-text.ts'
import { shellWord } from './shell-word.ts'

type Sent = Pick<Exchange, 'url' | 'headers'> & { readonly req?: Exchange['req'] }

/** One line for bash that sends the same request again, with keys read from the environment. `way`: see `curlWay`. */
export function curlOf({ url, headers, req }: Sent, way: readonly string[] = []): string {
  const method = req?.method ?? 'GET'
  const words = ['curl -sS -i --path-as-is -g', ...way]
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

const startOf = (text: SecretText): string => (typeof text === 'string' ? text : String(text[0]))

/** `-H 'name:'` would take a header away; curl's way to send an empty one is `-H 'name;'`. */
function headerWord([name, value]: readonly [name: string, value: SecretText]): string {
  const empty = typeof value === 'string' && /^[ \t]*$/.test(value)
  return shellWord(empty ? `${name};` : joined(`${name}: `, value))
}
