import { derivedFrom, type Secrets } from './secret-text.ts'

export interface Redactor {
  /** The text with everything gone that holds a part of a secret, or of `near`: what one exchange sent in place of a secret. */
  redact(text: string, near?: readonly string[]): string
}

/** So many characters in a row tell that a text comes from a secret. More than the 16 of a key_id, which stays readable. */
const PART = 20
const MASK = '****'

/** Sees secrets that are added to the map later, too. */
export function createRedactor(secrets: Secrets): Redactor {
  const parts = new Set<string>()
  let known = 0
  // A map keeps its order, so that what was added stands at its end.
  const partsOfSecrets = (): ReadonlySet<string> => {
    if (known === secrets.size) return parts
    for (const env of [...secrets.keys()].slice(known)) addParts(parts, derivedFrom([{ env }], secrets))
    known = secrets.size
    return parts
  }
  return {
    redact(text, near = []) {
      const runs = longRuns(text)
      if (runs.length === 0) return text
      const own = addParts(new Set(), near)
      const ofSecrets = partsOfSecrets()
      const isSecret = (part: string) => ofSecrets.has(part) || own.has(part)
      return mask(
        text,
        runs.filter(([from, to]) => holdsPart(text.slice(from, to), isSecret)),
      )
    },
  }
}

/** Adds all stretches of `PART` characters, lower-cased, of the texts and of what base64 makes of them wherever they stand. */
function addParts(parts: Set<string>, texts: readonly string[]): Set<string> {
  for (const text of texts)
    for (const form of [text, ...[text, text.toLowerCase(), text.toUpperCase()].flatMap(base64Forms)])
      for (let i = 0; i + PART <= form.length; i++) parts.add(form.slice(i, i + PART).toLowerCase())
  return parts
}

/** base64 codes three bytes at a time: one form for each place in the three. Characters that depend on neighbours are cut off. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const code = Buffer.from('\0'.repeat(before) + text, 'latin1').toString('base64')
    return code.slice(before && before + 1, Math.floor(((before + text.length) * 8) / 6))
  })
}

type Run = readonly [from: number, to: number]

/** Characters of hex, base64, and of JSON and URL escapes. `_` is not one of them, so that key ids stay readable. */
const IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/[0-9A-Za-z\\%]/.test(String.fromCharCode(code)) ? 1 : 0))

/**
 * Where the text has at least `PART` such characters in a row. Ordinary bodies have hardly any, and most characters are
 * not looked at: when a run ends, the character at the earliest end of the next one is looked at first.
 */
function longRuns(text: string): Run[] {
  const runs: Run[] = []
  for (let start = 0; start + PART <= text.length; ) {
    let i = start + PART - 1
    while (i >= start && IN_RUN[text.charCodeAt(i)]) i--
    if (i >= start) start = i + 1
    else {
      let to = start + PART
      while (IN_RUN[text.charCodeAt(to)]) to++
      runs.push([start, to])
      start = to
    }
  }
  return runs
}

/** Every `PART`th place is enough in very long runs: whole secrets cover several. */
function holdsPart(run: string, isSecret: (part: string) => boolean): boolean {
  const text = unescaped(run).toLowerCase()
  const step = text.length > 4096 ? PART : 1
  for (let i = 0; i + PART <= text.length; i += step) if (isSecret(text.slice(i, i + PART))) return true
  return false
}

/** Undoes JSON and URL escapes, also of text that was escaped twice. */
function unescaped(run: string): string {
  if (!/[\\%]/.test(run)) return run
  return run.replace(/(?:\\{1,4}u00|%(?:25){0,2})([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function mask(text: string, runs: readonly Run[]): string {
  let masked = ''
  let done = 0
  for (const [from, to] of runs) {
    masked += text.slice(done, from) + MASK
    done = to
    // A backslash at the end belongs to the character after it: JSON stays JSON.
    while (text[done - 1] === '\\') done--
  }
  return masked + text.slice(done)
}
