const INLINE = 96
/** Deeper bodies are no prettier for being indented. */
const DEEPEST = 40
const STRUCTURE = '{}[],:'

/**
 * JSON with its white space set anew and not a character of it changed besides: what is shown is what was sent, also where it is
 * cut short or no JSON at all. Lists and objects that fit stay on one line.
 */
export function indented(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  const tokens = text.match(/"(?:[^"\\]|\\.)*\\?"?|[{}[\],:]|[^\s"{}[\],:]+/gs) ?? []
  const written = new Writer()
  for (let i = 0; i < tokens.length; i++) {
    const short = inlineFrom(tokens, i)
    if (short) i += written.inline(short)
    else written.token(tokens[i]!)
    if (written.depth > DEEPEST) return text
  }
  return written.text
}

/** The tokens of a list or object that holds no other and fits in a line. */
function inlineFrom(tokens: readonly string[], from: number): readonly string[] | undefined {
  if (tokens[from] !== '{' && tokens[from] !== '[') return undefined
  let length = 1
  for (let i = from + 1; i < tokens.length && length <= INLINE; i++) {
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

  /** Returns how many tokens more than one were written. */
  inline(tokens: readonly string[]): number {
    const [open, ...inner] = tokens
    const close = inner.pop()
    const space = open === '{' && inner.length > 0 ? ' ' : ''
    this.#apart(open!)
    this.text += open + space + inner.map(spaced).join('') + space + close
    return tokens.length - 1
  }

  token(token: string): void {
    const closes = token === '}' || token === ']'
    if (closes) this.#line(-1)
    else this.#apart(token)
    this.text += token === ':' ? ': ' : token
    if (token === '{' || token === '[') this.#line(1)
    if (token === ',') this.#line(0)
  }

  #line(deeper: number): void {
    this.depth = Math.max(0, this.depth + deeper)
    this.text = `${this.text.trimEnd()}\n${'  '.repeat(this.depth)}`
  }

  /** In what is no JSON, words may stand side by side. */
  #apart(token: string): void {
    const last = this.text.at(-1) ?? '{'
    if (!STRUCTURE.includes(token) && !/[\s{[,:]/.test(last)) this.text += ' '
  }
}

const spaced = (token: string, i: number, all: readonly string[]): string => {
  if (token === ',' || token === ':') return `${token} `
  const next = all[i + 1]
  return next !== undefined && !STRUCTURE.includes(next) ? `${token} ` : token
}
