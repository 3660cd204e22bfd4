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
