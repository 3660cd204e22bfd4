import { headerValues } from '../core/exchange.ts'
import type { RawAnswer } from './attempt.ts'
import { type Body, decodeBody } from './decode-body.ts'
import { createRecent } from './recent.ts'

/** Bytes of a body that is remembered, and of all that are. */
const SMALL = 16 * 1024
const MOST = 256 * 1024

type Answer = Pick<RawAnswer, 'headers' | 'body'>

/**
 * Reads bodies of at most so many bytes. Three of four say what one said before, the same refusal most of all: of those it is known
 * what was read. Throws `TooLarge`.
 */
export function createReader(maxBytes: number): (answer: Answer) => Body {
  const known = createRecent<string, Body>(MOST, 1)
  const read = (answer: Answer) => decodeBody(answer, maxBytes)
  return (answer) => {
    const { length } = answer.body
    if (length > SMALL || headerValues(answer, 'content-encoding').length > 0) return read(answer)
    // One character for each byte: no two bodies are alike in it.
    const bytes = answer.body.toString('latin1')
    return known.get(bytes) ?? known.put(bytes, length, read(answer))
  }
}
