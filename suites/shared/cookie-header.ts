import { type Exchange, headerValues } from '../../src/core/exchange.ts'
import { secretPart } from '../../src/core/key-format.ts'
import type { Piece, SecretText } from '../../src/core/secret-text.ts'
import type { Key } from '../../src/core/target.ts'
import { limitCookies } from '../../src/http/limit-cookies.ts'

/** The Cookie header that a browser would send after these Set-Cookie headers, as far as it fits a request; undefined without cookies. */
export function cookieHeader(exchanges: readonly Exchange[], key: Key): SecretText | undefined {
  const jar = new Map<string, string>()
  // Stryker disable next-line ArrayDeclaration: such a line sets no cookie
  const lines = exchanges.flatMap(({ response }) => (response ? headerValues(response, 'set-cookie') : []))
  for (const line of lines) {
    const found = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(line)
    if (found && SENDABLE.test(found[2]!)) jar.set(found[1]!, found[2]!.trim())
  }
  const cookies = limitCookies([...jar].map(([name, value]) => `${name}=${value}`))
  return cookies.length === 0 ? undefined : restored(cookies.join('; '), key)
}

const SENDABLE = /^[\t\x20-\x7e\xa1-\xff]*$/

/** Puts the secret back where the recording has `****`. */
function restored(text: string, key: Key): SecretText {
  const [start, ...rest] = text.split('****')
  return rest.length === 0 ? text : [start!, ...rest.flatMap((part): Piece[] => [secretPart(key), part])]
}
