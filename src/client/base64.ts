/** What a piece of base64 may code: it can have been cut out wherever in a group of four. */
export const fromBase64 = (code: string): string[] =>
  [0, 1, 2, 3].map((from) => Buffer.from(code.slice(from), 'base64').toString('latin1'))
