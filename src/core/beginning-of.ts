/** The first characters of a text as a copy: V8 keeps a whole text in memory as long as a slice of it lives. */
export const beginningOf = (text: string, length: number): string =>
  Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')
