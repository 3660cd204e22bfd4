import { type Body, decodeBody } from './decode.ts'
import { headerValues } from './exchange.ts'
import { createRecent } from './recent.ts'
import { runsOf } from './runs.ts'
import type { RawAnswer } from './wire.ts'

/** Bytes of a body that is remembered, and of all that are. */
const SMALL = 16 * 1024
const MOST = 256 * 1024

export interface Read {
  readonly body: Body
  /** Nothing in its text is long enough to be a part of a secret. */
  readonly isBare: boolean
}

type Answer = Pick<RawAnswer, 'headers' | 'body'>

/**
 * Reads bodies of at most so many bytes. Three of four say what one said before, the same refusal most of all: of those it is known
 * what was read. Throws `TooLarge`.
 */
export function createReader(maxBytes: number): (answer: Answer) => Read {
  const known = createRecent<string, Read>(MOST, 1)
  const read = (answer: Answer): Read => {
    const body = decodeBody(answer, maxBytes)
    return { body, isBare: body.text !== undefined && body.bytes <= SMALL && runsOf(body.text).length === 0 }
  }
  return (answer) => {
    const { length } = answer.body
    if (length > SMALL || headerValues(answer, 'content-encoding').length > 0) return read(answer)
    // One character for each byte: no two bodies are alike in it.
    const bytes = answer.body.toString('latin1')
    return known.get(bytes) ?? known.put(bytes, length, read(answer))
  }
}
