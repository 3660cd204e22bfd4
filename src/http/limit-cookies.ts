/** Characters of all cookies together: with more, a server may refuse the request for its size. */
const MOST = 4096

/** Of `name=value` pairs, as many as one request can hold. */
export function limitCookies(pairs: readonly string[]): readonly string[] {
  let sum = 0
  return pairs.filter(({ length }) => {
    const fits = sum + length <= MOST
    if (fits) sum += length
    return fits
  })
}
