const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]|(?! )\p{Zs}/gu

/**
 * Makes untrusted text safe to print: escapes control characters, which terminals execute and XML forbids, and invisible
 * characters, which can reverse the text direction or look like a space. Keeps line breaks.
 */
export function inert(text: string): string {
  return text.replace(ACTIVE, (c) => (c === '\n' ? c : escaped(c.codePointAt(0)!)))
}

function escaped(code: number): string {
  const hex = code.toString(16)
  if (hex.length > 4) return `\\u{${hex}}`
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`
}

/** Escapes in serialized JSON what JSON allows unescaped (C1 controls, bidirectional formatting). The parsed value is the same. */
export function inertJson(json: string): string {
  return json.replace(ACTIVE, (c) => (c === '\n' ? c : [...units(c)].join('')))
}

function* units(c: string): Generator<string> {
  for (let i = 0; i < c.length; i++) yield `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`
}
