/** So many characters of a secret in a row are a part of it; a key_id, which may be shown, has as many and is none. */
const PART = 16

/** Every part of the secrets (the last 64 characters of each key) that stands in the text in any form, or of what each digit of them moved on gives. */
export const leaks = (text: string, keys: readonly string[]): string[] => leakFinder(keys)(text)

/** The same for many texts. */
export function leakFinder(keys: readonly string[]): (text: string) => string[] {
  const forms = new Set(keys.flatMap((key) => near(key.slice(-64)).flatMap(formsOf).flatMap(parts)))
  return (text) =>
    readings(text).flatMap((reading) =>
      [...new Set(runs(reading))].filter((run) => parts(run).some((part) => forms.has(part))),
    )
}

/** Near-variants that the suite sends: the secret with all of its digits moved on. Others hold a long part of the secret itself. */
const near = (secret: string): string[] =>
  Array.from({ length: 16 }, (_, by) =>
    secret.replace(/[0-9a-f]/gi, (c) => ((Number.parseInt(c, 16) + by) % 16).toString(16)),
  )

/** Plain, backwards, in hex, and in base64 wherever it begins in a group of three bytes. */
function formsOf(secret: string): string[] {
  const written = [secret, secret.toUpperCase()]
  const coded = written.flatMap((text) =>
    [0, 1, 2].map((before) =>
      Buffer.from('x'.repeat(before) + text)
        .toString('base64')
        .slice(before + 1, -4),
    ),
  )
  const inHex = written.map((text) => Buffer.from(text).toString('hex'))
  return [secret, [...secret].reverse().join(''), ...inHex, ...coded]
}

/** The text as it is, and as it reads when JSON and URL escapes are undone, up to three times over. */
function readings(text: string): string[] {
  const all = [text]
  for (let i = 0; i < 3; i++) all.push(undo(all.at(-1)!))
  return [...new Set(all)]
}

const undo = (text: string): string =>
  text.replace(/\\u00([0-9a-f]{2})|%([0-9a-f]{2})|\\\\/gi, (all, json, url) =>
    all === '\\\\' ? '\\' : String.fromCharCode(Number.parseInt(json ?? url, 16)),
  )

const runs = (text: string): string[] => text.match(new RegExp(`[0-9A-Za-z+/]{${PART},}`, 'g')) ?? []
const parts = (run: string): string[] =>
  Array.from({ length: run.length - PART + 1 }, (_, i) => run.slice(i, i + PART).toLowerCase())
