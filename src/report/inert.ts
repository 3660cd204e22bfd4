// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\p{Cs}/gu

/**
 * Text that a deployment had a hand in, made safe to print: control characters, which a terminal obeys and XML forbids, and
 * those that turn the direction of writing are shown by their numbers. Line breaks stay.
 */
export function inert(text: string): string {
  return text.replace(ACTIVE, (c) => (c === '\t' ? '\\t' : c === '\r' ? '\\r' : number(c)))
}

function number(c: string): string {
  const hex = c.charCodeAt(0).toString(16)
  return hex.length <= 2 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`
}
