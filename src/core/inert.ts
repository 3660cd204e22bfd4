const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu

/**
 * Text that a deployment had a hand in, made safe to print: control characters, which a terminal obeys and XML forbids, and
 * invisible ones, which can turn the direction of writing, are shown by their numbers. Line breaks stay.
 */
export function inert(text: string): string {
  return text.replace(ACTIVE, (c) => (c === '\n' ? c : number(c.codePointAt(0)!)))
}

function number(code: number): string {
  const hex = code.toString(16)
  if (hex.length > 4) return `\\u{${hex}}`
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`
}

/** JSON that says the same and is safe to show: what JSON itself lets stand unescaped, C1 controls and what turns the direction of writing. */
export function inertJson(json: string): string {
  return json.replace(ACTIVE, (c) => (c === '\n' ? c : [...units(c)].join('')))
}

function* units(c: string): Generator<string> {
  for (let i = 0; i < c.length; i++) yield `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`
}
