import { type Exchange, headerValues } from '../core/exchange.ts'

/**
 * The header that lets a shared cache, such as a CDN, serve this response to requests without its key (RFC 9111, 3 and 4.1);
 * undefined if none does. A response that says nothing is not counted, though a cache may keep it for a while.
 */
export function allowsSharedCache({ req, response }: Exchange): string | undefined {
  if (!response) return undefined
  const header = headerValues(response, 'cache-control').join(', ')
  const directives = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part): [name: string, value: string] => {
        const [name = '', value = ''] = part.trim().split('=', 2)
        return [name, value]
      }),
  )
  const isFresh = Number((directives.get('s-maxage') ?? directives.get('max-age'))?.replaceAll('"', '')) > 0
  const isKept = ['private', 'no-store', 'no-cache'].some((name) => directives.has(name))
  const isNamed = directives.has('public') || directives.has('s-maxage')
  if (!isFresh || isKept || (req.credential.form === 'bearer' && !isNamed)) return undefined
  const varies = headerValues(response, 'vary')
    .join(',')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const ofKey = req.credential.headers.map(([name]) => name.toLowerCase())
  return ['*', ...ofKey].some((name) => varies.includes(name)) ? undefined : `Cache-Control: ${header}`
}
