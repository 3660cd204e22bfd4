/** Characters of one line: what is longer is handed on in pieces. */
const MOST = 64 * 1024

export interface WholeLines {
  add(text: string): void
  /** Hands on what has no line break after it. */
  end(): void
}

/** Text that comes in pieces, in whole lines: a key in it that was written in two goes is one again. */
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
