/** So many characters of a secret in a row are a part of it; a key_id, which may be shown, has as many and is none. */
const PART = 16
/** As much of it in base64, and in hex. */
const CODED = 22
const IN_HEX = 32

/** Every part of the secrets (the last 64 characters of each key) that stands in the text in any form, or of what each digit of them moved on gives. */
export const leaks = (text: string, keys: readonly string[]): string[] => leakFinder(keys)(text)

/** The same for many texts. */
export function leakFinder(keys: readonly string[]): (text: string) => string[] {
  const secrets = keys.flatMap((key) => near(key.slice(-64)))
  const known = FORMS.map(
    ([length, formsOf]) => [length, new Set(secrets.flatMap(formsOf).flatMap((form) => parts(form, length)))] as const,
  )
  const isLeak = (run: string) => known.some(([length, forms]) => parts(run, length).some((part) => forms.has(part)))
  return (text) => readings(text).flatMap((reading) => [...new Set(runs(reading))].filter(isLeak))
}

/** Near-variants that the suite sends: the secret with all of its digits moved on. Others hold a long part of the secret itself. */
const near = (secret: string): string[] =>
  Array.from({ length: 16 }, (_, by) =>
    secret.replace(/[0-9a-f]/gi, (c) => ((Number.parseInt(c, 16) + by) % 16).toString(16)),
  )

const inCapitalsToo = (secret: string): string[] => [secret, secret.toUpperCase()]

/** Plain, backwards, in hex, and in base64 wherever it begins in a group of three bytes: each with how much of it is a part. */
const FORMS: readonly (readonly [length: number, formsOf: (secret: string) => string[]])[] = [
  [PART, (secret) => [secret, [...secret].reverse().join('')]],
  [IN_HEX, (secret) => inCapitalsToo(secret).map((text) => Buffer.from(text).toString('hex'))],
  [CODED, (secret) => inCapitalsToo(secret).flatMap((text) => [0, 1, 2].map((before) => coded(text, before)))],
]

const coded = (text: string, before: number): string =>
  Buffer.from('x'.repeat(before) + text)
    .toString('base64')
    .slice(before + 1, -4)

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
const parts = (run: string, length: number): string[] =>
  Array.from({ length: Math.max(0, run.length - length + 1) }, (_, i) => run.slice(i, i + length).toLowerCase())
