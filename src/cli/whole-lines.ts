/** Characters of a line; a longer one is handed on in pieces. */
const MOST = 64 * 1024

export interface WholeLines {
  add(text: string): void
  /** Hands on an unfinished last line. */
  end(): void
}

/** Joins chunks into whole lines, so that a key written in two chunks is redacted as one. */
export function wholeLines(onText: (text: string) => void): WholeLines {
  let rest = ''
  const hand = (text: string) => text !== '' && onText(text)
  return {
    add(text) {
      rest += text
      const cut = rest.length > MOST ? rest.length : rest.lastIndexOf('\n') + 1
      hand(rest.slice(0, cut))
      rest = rest.slice(cut)
    },
    end() {
      hand(rest)
      rest = ''
    },
  }
}
