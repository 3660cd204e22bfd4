import { AT_ONCE, interleaved } from '../core/at-once.ts'
import type { Exchange } from '../core/exchange.ts'
import { keysInRequest } from '../core/keys-in-request.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import { isLoopback } from '../core/network-options.ts'
import { joined, type KeyPiece, type Piece, type SecretText } from '../core/secret-text.ts'
import type { KeyFile } from '../core/settings.ts'
import { quoted } from '../core/shell-quote.ts'
import { proxyFor } from './proxy.ts'

type Sent = Pick<Exchange, 'url' | 'headers'> & { readonly req?: Exchange['req'] }

/**
 * One line for a POSIX shell that sends the same request. Keys come from the environment, and what `keyFile` has from that file if
 * the environment has none. `options`: see `curlOptions`.
 */
export const curlCommand = (sent: Sent, options?: readonly string[], keyFile?: KeyFile): string =>
  withKeys([sent], curlWords(sent, options), keyFile)

/** One line that sends the requests one after the other over one connection. */
export const curlInSequence = (all: readonly Sent[], options?: readonly string[], keyFile?: KeyFile): string =>
  withKeys(all, `curl ${transfers(all, options)}`, keyFile)

/** One line that sends the requests at the same time, eight times over. */
export function curlAtOnce(all: readonly Sent[], options?: readonly string[], keyFile?: KeyFile): string {
  const rounds = Array.from({ length: AT_ONCE }, (_, i) => i + 1).join(' ')
  // One process starts several requests in less time than the shell starts a process.
  const round = `curl -Z --parallel-immediate --no-progress-meter ${transfers(interleaved(all), options)}`
  return withKeys(all, `(for i in ${rounds}; do ${round} & done; wait)`, keyFile)
}

const transfers = (all: readonly Sent[], options?: readonly string[]): string =>
  all.map((sent) => curlWords(sent, options).replace(/^curl /, '')).join(' --next ')

/** In a separate shell, so that no later command gets the keys of this deployment. */
function withKeys(all: readonly Sent[], command: string, keyFile?: KeyFile): string {
  const loadings = [...new Set(all.flatMap(keysInRequest))].flatMap((name) => loading(name, keyFile))
  return loadings.length === 0 ? command : `(${loadings.join(' ')} ${command})`
}

function curlWords({ url, headers, req }: Sent, options: readonly string[] = []): string {
  const method = req?.method ?? 'GET'
  const words = ['curl -sS -i --path-as-is -g', ...options]
  // HTTP/2 would lower-case the header names.
  if (startOf(url).startsWith('https:')) words.push('--http1.1')
  if (method === 'HEAD') words.push('-I')
  else if (method !== 'GET') words.push(`-X ${method}`)
  const sent = new Set(headers.map(([name]) => name.toLowerCase()))
  if (sent.has('accept-encoding')) words.push('--compressed')
  for (const header of headers) words.push(`-H ${headerWord(header)}`)
  for (const name of ['accept', 'user-agent']) if (!sent.has(name)) words.push(`-H '${name}:'`)
  if (req?.absolute) words.push(`--request-target ${shellWord(url)}`)
  words.push(shellWord(url))
  return words.join(' ')
}

/** The environment wins, as in the suite. A shell cannot source every file that dotenv reads: Node.js reads what `sed` cannot. */
function loading(name: string, keyFile?: KeyFile): string[] {
  if (!keyFile?.names.includes(name)) return []
  const bySed = `\${${name}-$(sed -n 's/^${name}=//p' ${quoted(keyFile.path)})}`
  if (keyFile.plain?.includes(name)) return [`${name}=${bySed} &&`]
  return [`${name}=$(node --env-file=${quoted(keyFile.path)} -p process.env.${name}) &&`]
}

const startOf = (text: SecretText): string => (typeof text === 'string' ? text : String(text[0]))

/** `-H 'name:'` removes a header; `-H 'name;'` sends an empty one. */
function headerWord([name, value]: readonly [name: string, value: SecretText]): string {
  const empty = typeof value === 'string' && /^[ \t]*$/.test(value)
  return shellWord(empty ? `${name};` : joined(`${name}: `, value))
}

/** Options that make curl connect as the suite does, where its defaults differ. */
export function curlOptions(baseUrl: string, network: NetworkOptions = {}): string[] {
  const { origin, protocol, hostname } = new URL(baseUrl)
  return [...(protocol === 'https:' ? trustOptions(network) : []), ...proxyOptions(origin, protocol, hostname, network)]
}

function trustOptions({ ca, insecure, clientCertificate: client }: NetworkOptions): string[] {
  const trust = insecure ? ['-k'] : ca ? ['--cacert', shellWord(ca.file)] : []
  return client ? [...trust, '--cert', shellWord(client.certFile), '--key', shellWord(client.keyFile)] : trust
}

/** curl reads HTTPS_PROXY, but HTTP_PROXY only in lower case, and would use a proxy for this machine. */
function proxyOptions(origin: string, protocol: string, hostname: string, { proxies }: NetworkOptions): string[] {
  if (!proxies) return []
  if (isLoopback(hostname)) return ['--noproxy', "'*'"]
  const proxy = protocol === 'http:' ? proxyFor(origin, proxies) : undefined
  return proxy ? ['-p', '-x', `"$${proxy.from}"`] : []
}

const DIGITS = '0123456789abcdef'

/** The text as a word of a POSIX shell that reads secrets from the environment. */
function shellWord(text: SecretText): string {
  if (typeof text === 'string') return literal(text)
  if (text.every(isPlain)) return `"${text.map(plainPiece).join('')}"`
  return text.map(shellPiece).join('') || "''"
}

/** Whether it can be written between double quotes as it is, so that the line stays readable. */
function isPlain(piece: Piece, i: number, pieces: readonly Piece[]): boolean {
  if (typeof piece === 'string') return /^[\w .,:;/?&=%+@~()*<>|{}[\]-]*$/.test(piece)
  // `"$KEYabc"` would be another variable, `"$KEY[1]"` a part of it in zsh.
  const after = pieces[i + 1]
  return 'env' in piece && isWhole(piece) && (typeof after !== 'string' || !/^[\w:[]/.test(after))
}

const plainPiece = (piece: Piece): string => (typeof piece === 'string' ? piece : `$${(piece as KeyPiece).env}`)

const isWhole = ({ from = 0, to, shift }: KeyPiece): boolean => from === 0 && to === undefined && !shift

function shellPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece === '' ? '' : literal(piece)
  if ('sha256' in piece) return `"$(printf %s ${shellWord(piece.sha256)} | sha256sum | cut -c 1-64)"`
  if ('base64' in piece) return `"$(printf %s ${shellWord(piece.base64)} | base64 | tr -d '\\n')"`
  return isWhole(piece) ? `"$${piece.env}"` : `"$(${commandFor(piece)})"`
}

/** A command that prints the piece. Negative places count from the end, as in `String.slice`. */
function commandFor({ env, from = 0, to, shift }: KeyPiece): string {
  if (from < 0 && to !== undefined && to >= 0) throw new Error(`no shell command for characters ${from}..${to}`)
  const fromStart = from >= 0
  const shortened = to !== undefined && to < 0 ? `\${${env}%${'?'.repeat(-to)}}` : `$${env}`
  const length = (to ?? 0) - from
  const commands = [`printf %s "${shortened}"`]
  if (to !== undefined && to >= 0 && length <= 0) return 'printf %s ""'
  if (!fromStart) commands.push(`tail -c ${length}`)
  else if (to !== undefined && to >= 0) commands.push(`cut -c ${from + 1}-${to}`)
  else if (from > 0) commands.push(`cut -c ${from + 1}-`)
  if (shift) commands.push('tr A-F a-f', `tr ${DIGITS} ${DIGITS.slice(shift)}${DIGITS.slice(0, shift)}`)
  return commands.join(' | ')
}

/** A text without secrets: in single quotes, or where it holds other bytes than printable ASCII, by `printf`. */
function literal(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`
  const format = text.replace(/[^\x20-\x7e]|['\\%]|^-/g, (c) => [...Buffer.from(c, 'latin1')].map(octal).join(''))
  return `"$(printf '${format}')"`
}
