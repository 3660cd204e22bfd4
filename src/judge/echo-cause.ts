import type { Exchange } from '../core/exchange.ts'

/** What these name in a response was negotiated. */
const NEGOTIATES = /^(accept|accept-.+|content-type|origin|prefer|range|if-.+)$/i
/** Characters of a value, and of a word in it, below which the same text may come from elsewhere. */
const SHORTEST = 5
const SHORTEST_WORD = 8

/** The cause that two texts suggest if only one of them has the value of a request header, or a word of it, and the response too. */
export function echoCause(texts: readonly string[], exchanges: readonly Exchange[]): string | undefined {
  for (const { headers, response } of exchanges.toReversed()) {
    const received = [response?.text ?? '', ...(response?.headers ?? []).map(([, value]) => value)]
    const isEcho = (piece: string) =>
      texts.filter((text) => text.includes(piece)).length === 1 && received.some((text) => text.includes(piece))
    const echoed = headers.find(
      ([name, value]) =>
        !NEGOTIATES.test(name) &&
        typeof value === 'string' &&
        piecesOf(value).some(isEcho) &&
        exchanges.every((x) => mayEcho(x, name)),
    )
    if (echoed) return `the response echoes the request header \`${echoed[0]}\``
  }
  return undefined
}

/** Whether a response has a piece of this header of its request, or the request has none: who echoes it does so each time. */
function mayEcho({ headers, response }: Exchange, name: string): boolean {
  const value = headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
  const received = [response?.text ?? '', ...(response?.headers ?? []).map(([, text]) => text)]
  return typeof value !== 'string' || piecesOf(value).some((piece) => received.some((text) => text.includes(piece)))
}

const piecesOf = (value: string): string[] => [
  ...(value.length < SHORTEST ? [] : [value]),
  ...value.split(/[^0-9A-Za-z]+/).filter((word) => word.length >= SHORTEST_WORD),
]
