/** How many numbers of one text are looked at. */
const MOST_NUMBERS = 6

/** Which characters runs of letters and digits are made of, and how long they are: `req-1f3c` is `a3-h4`. */
export const shape = (text: string): string => text.replace(/[0-9A-Za-z]+/g, (run) => classOf(run) + run.length)

/** The same without random tokens' inner structure: words are one sign, whatever joins them stays. */
export const outline = (text: string): string => text.replace(/[\w+/.-]+=*/g, 'w')

/** The alphabet of the whole: an id in decimal digits and one in hex are of one outline. */
export function alphabet(text: string): string {
  const kinds = [/[0-9]/, /[a-f]/, /[g-z]/, /[A-F]/, /[G-Z]/, /[^\x20-\x7e]/]
  return kinds.map((kind) => (kind.test(text) ? '1' : '0')).join('')
}

/** Numbers that stand alone: not those inside a hex token or a UUID, which are digits only by chance. */
export const numbers = (text: string): number[] =>
  [...text.matchAll(/(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/g)].slice(0, MOST_NUMBERS).map(Number)

/** Four or more hex digits are taken as such, so that a random one without a letter has the shape of the others. */
function classOf(run: string): string {
  if (run.length >= 4 && !/[^0-9a-f]/.test(run)) return 'h'
  if (run.length >= 4 && !/[^0-9A-F]/.test(run)) return 'H'
  return PLAIN.find(([, others]) => !others.test(run))?.[0] ?? 'm'
}

/** By what none of them holds: matching megabytes from one end to the other takes more stack than there is. */
const PLAIN = [
  ['9', /[^0-9]/],
  ['a', /[^a-z]/],
  ['A', /[^A-Z]/],
] as const
