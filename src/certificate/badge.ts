import type { Predicate } from './statement.ts'

const HEIGHT = 20
/** Of 11 px Verdana, which most badges are set in: near enough to leave room. */
const PER_CHARACTER = 6.6
const PADDING = 8

/** An SVG badge of what a certificate says: variants, verdict, depth, and until when. */
export function renderBadge({ scope, result, conformance }: Predicate): string {
  const { targets, depth, validUntil } = conformance
  const variants = targets.map(({ variant }) => variant.toUpperCase()).join(' + ')
  const complete = scope === 'complete'
  const value = `${complete ? 'conformant' : 'partly tried'} · ${depth} · until ${validUntil.slice(0, 10)}`
  const colour = !complete ? '#8a6100' : result === 'PASSED' ? '#1a7f37' : '#5c6f00'
  return svg(`tenant API ${variants}`, value, colour)
}

function svg(label: string, value: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(value)]
  const text = (x: number, said: string) =>
    `<text x="${x}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${said}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${label}: ${value}">
<title>${label}: ${value}</title>
<rect width="${left}" height="${HEIGHT}" fill="#444"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colour}"/>
${text(left / 2, label)}
${text(left + right / 2, value)}
</svg>
`
}

const widthOf = (text: string): number => Math.round(text.length * PER_CHARACTER + 2 * PADDING)
