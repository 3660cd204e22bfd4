const LINE = 96
/** Deeper bodies are no easier to read for being indented. */
const DEEPEST = 40
const TOKENS = /"(?:[^"\\]|\\.)*\\?"?|[{}[\],:]|[^\s"{}[\],:]+/gs
const isOpening = (token: string): boolean => token === '{' || token === '['
const isClosing = (token: string): boolean => token === '}' || token === ']'

/**
 * Indents JSON and changes nothing but white space, so that what is shown is what was sent, even when it is truncated or not JSON.
 * Arrays and objects that fit stay on one line.
 */
export function indentJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  const tokens = text.match(TOKENS) ?? []
  let result = ''
  let depth = 0
  let inlineUntil = -1
  const breakLine = (deeper: number) => {
    depth = Math.max(0, depth + deeper)
    result = `${result.trimEnd()}\n${'  '.repeat(depth)}`
  }
  for (const [i, token] of tokens.entries()) {
    if (isOpening(token) && i > inlineUntil) inlineUntil = inlineEnd(tokens, i)
    const isInline = i <= inlineUntil
    if (isClosing(token) && !isInline) breakLine(-1)
    if (needsSpace(result, token)) result += ' '
    result += token === ':' || token === ',' ? `${token} ` : token
    if (isInline) continue
    if (isOpening(token)) breakLine(1)
    if (token === ',') breakLine(0)
    if (depth > DEEPEST) return text
  }
  return result.trimEnd()
}

/** Index of the end of an array or object that holds no other and fits on a line; -1 for any other. */
function inlineEnd(tokens: readonly string[], start: number): number {
  let length = 1
  for (let i = start + 1; i < tokens.length && length <= LINE; i++) {
    const token = tokens[i]!
    if (isClosing(token)) return i
    if (isOpening(token)) return -1
    length += token.length + 1
  }
  return -1
}

/** Between words, which are adjacent only in text that is not JSON, and within the braces of an inline object. */
function needsSpace(before: string, token: string): boolean {
  const last = before.at(-1) ?? '['
  return token === '}' ? !/[\s{]/.test(last) : !'{}[],:'.includes(token) && !/[\s[,:]/.test(last)
}
