/** Characters at the end of an id that make it unique; those before may name a kind, a version or a shard. */
const TAIL = 8
const HIGHEST = '999999999'
/** A kind and a number that is counted up, without zeros before it: 9 in place of each digit may well be there. */
const COUNTED = /^(\D*[^\da-f]\D*)[1-9]\d{0,7}$/i
/** Looking for one takes the square of an id's length. */
const SHORT = 200

/**
 * An id like this one, of something that is not there: of the same form, since a router may know no path with an id of another
 * form. Where that cannot be made, the id itself.
 */
export function unknownLike(id: string): string {
  if (/^\d+$/.test(id)) return HIGHEST.padEnd(id.length, '9')
  if (id.length <= SHORT && COUNTED.test(id)) return id.replace(COUNTED, `$1${HIGHEST}`)
  const tail = id.slice(-TAIL)
  const other = tail.replace(/\d/g, '9').replace(/[a-f]/g, 'f').replace(/[A-F]/g, 'F')
  return id.slice(0, -tail.length || undefined) + other
}
