import type { Exchange } from '../../core/exchange.ts'
import type { Secrets } from '../../core/secret-text.ts'
import { type Unecho, unechoOf } from './echo.ts'

/** Characters of an answer that is known again: a longer one is kept as bytes, to be read again each time. */
const LONGEST = 16 * 1024

/** Most refusals are the same to the byte, and repeat nothing of what was sent: what is made of such an answer is made once. */
export function onceForAlike<T>(secrets: Secrets, make: (x: Exchange, unecho: Unecho) => T): (x: Exchange) => T {
  const known = new Map<string, T>()
  return (x) => {
    const unecho = unechoOf(x, secrets)
    const whole = spelt(x)
    if (whole === undefined || unecho(whole) !== whole) return make(x, unecho)
    const made = known.get(whole) ?? make(x, unecho)
    known.set(whole, made)
    return made
  }
}

/** All of an answer, as the texts that it consists of: nothing is escaped, so that what is repeated in one of them is repeated here. */
function spelt({ response }: Exchange): string | undefined {
  if (!response || response.bytes > LONGEST) return undefined
  const { status, reason, bytes, fault, duplicates, headers, text } = response
  const body = text === undefined ? ['unreadable'] : ['text', text]
  return [status, reason, bytes, fault, ...duplicates, headers.length, ...headers.flat(), ...body].join('\n')
}
