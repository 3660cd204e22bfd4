/** Consecutive characters that count as a part of a secret, also in base64. */
const PART = 16
const CODED = 22
const GRAM = 8

/** Every part of the secrets (the last 64 characters of each key) that is in the text in a form that SECURITY.md promises to mask. */
export const leaks = (text: string, keys: readonly string[]): string[] => leakFinder(keys)(text)

/** The same for many texts. */
export function leakFinder(keys: readonly string[]): (text: string) => string[] {
  const secrets = keys.flatMap((key) => shifted(key.slice(-64)))
  const inBase64 = secrets.flatMap((secret) => [secret, secret.toUpperCase()].flatMap(base64Forms))
  const fold = (text: string) => text.toLowerCase()
  const known = [finder(secrets, PART, fold), finder(inBase64, CODED, (text) => text)]
  return (text) => readings(text).flatMap((reading) => known.flatMap((find) => find(reading)))
}

/** Finds parts of this many letters and digits with any separators. `fold` normalises what does not matter. */
function finder(forms: readonly string[], length: number, fold: (text: string) => string): (text: string) => string[] {
  const known = new Set(forms.flatMap((form) => parts(fold(form), length)))
  const grams = new Set([...known].flatMap((part) => parts(part, GRAM)))
  return (text) => {
    const bare = fold(text.replace(/[^0-9a-z]+/gi, ''))
    const found: string[] = []
    for (let at = 0; at + GRAM <= bare.length; at += length - GRAM + 1)
      if (grams.has(bare.slice(at, at + GRAM)))
        found.push(
          ...parts(bare.slice(Math.max(0, at + GRAM - length), at + length), length).filter((part) => known.has(part)),
        )
    return found
  }
}

/** Also what the suite sends in place of a secret: all of its digits shifted. */
const shifted = (secret: string): string[] =>
  Array.from({ length: 16 }, (_, by) =>
    secret.replace(/[0-9a-f]/gi, (c) => ((Number.parseInt(c, 16) + by) % 16).toString(16)),
  )

const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((before) =>
    Buffer.from('x'.repeat(before) + text)
      .toString('base64')
      .slice(before + 1, -4),
  )

/** The text as it is; with escapes and terminal codes undone, up to three times over; and what lists of bytes in it say. */
function readings(text: string): string[] {
  const all = [text]
  for (let i = 0; i < 3; i++) all.push(undo(all.at(-1)!))
  const lists = [...new Set(all)].flatMap((reading) => reading.match(/\d{1,3}(?:[^0-9a-z]+\d{1,3}){15,300}/gi) ?? [])
  const said = lists.map((list) => String.fromCharCode(...(list.match(/\d+/g) ?? []).map(Number)))
  return [...new Set([...all, said.join('\n')])]
}

const TERMINAL = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const undo = (text: string): string =>
  text
    .replace(TERMINAL, '')
    .replace(
      /\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{2});|&#(\d+);|&amp;|\\\\/gi,
      (all, ...codes) => {
        const [decimal] = codes.slice(4)
        if (decimal !== undefined) return String.fromCharCode(Number(decimal))
        const hex = codes.slice(0, 4).find((code) => code !== undefined)
        return hex === undefined
          ? all.replace('\\\\', '\\').replace('&amp;', '&')
          : String.fromCharCode(Number.parseInt(hex, 16))
      },
    )

const parts = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, i) => text.slice(i, i + length))
