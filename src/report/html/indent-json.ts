const LINE = 96
/** Deeper bodies are no easier to read for being indented. */
const DEEPEST = 40
const STRUCTURE = '{}[],:'

/**
 * Indents JSON and changes nothing but white space, so that what is shown is what was sent, even when it is truncated or not JSON.
 * Arrays and objects that fit stay on one line.
 */
export function indentJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  const tokens = text.match(/"(?:[^"\\]|\\.)*\\?"?|[{}[\],:]|[^\s"{}[\],:]+/gs) ?? []
  const writer = new Writer()
  for (let i = 0; i < tokens.length; i++) {
    const short = inlineFrom(tokens, i)
    if (short) i += writer.inline(short)
    else writer.token(tokens[i]!)
    if (writer.depth > DEEPEST) return text
  }
  return writer.text
}

/** The tokens of an array or object that holds no other and fits on a line. */
function inlineFrom(tokens: readonly string[], from: number): readonly string[] | undefined {
  if (tokens[from] !== '{' && tokens[from] !== '[') return undefined
  let length = 1
  for (let i = from + 1; i < tokens.length && length <= LINE; i++) {
    const token = tokens[i]!
    if (token === '}' || token === ']') return tokens.slice(from, i + 1)
    if (token === '{' || token === '[') return undefined
    length += token.length + 1
  }
  return undefined
}

class Writer {
  text = ''
  depth = 0

  /** Returns the number of tokens written, less one. */
  inline(tokens: readonly string[]): number {
    const [open, ...inner] = tokens
    const close = inner.pop()
    const space = open === '{' && inner.length > 0 ? ' ' : ''
    this.#separate(open!)
    this.text += open + space + inner.map(spaced).join('') + space + close
    return tokens.length - 1
  }

  token(token: string): void {
    const closes = token === '}' || token === ']'
    if (closes) this.#line(-1)
    else this.#separate(token)
    this.text += token === ':' ? ': ' : token
    if (token === '{' || token === '[') this.#line(1)
    if (token === ',') this.#line(0)
  }

  #line(deeper: number): void {
    this.depth = Math.max(0, this.depth + deeper)
    this.text = `${this.text.trimEnd()}\n${'  '.repeat(this.depth)}`
  }

  /** Words may be adjacent in text that is not JSON. */
  #separate(token: string): void {
    const last = this.text.at(-1) ?? '{'
    if (!STRUCTURE.includes(token) && !/[\s{[,:]/.test(last)) this.text += ' '
  }
}

const spaced = (token: string, i: number, all: readonly string[]): string => {
  if (token === ',' || token === ':') return `${token} `
  const next = all[i + 1]
  return next !== undefined && !STRUCTURE.includes(next) ? `${token} ` : token
}
