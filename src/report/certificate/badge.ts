import { count } from '../../core/count.ts'
import { someIds } from '../some-ids.ts'
import type { Conformance, TestResult } from './statement.ts'

const HEIGHT = 20
/** Average width in pixels of 11 px Verdana, which most badges use. */
const PER_CHARACTER = 6.6
const PADDING = 8

/** An SVG badge of a certificate: variants, verdict, accepted failures, depth, and its last valid day. */
export function renderBadge(result: TestResult): string {
  const { label, message, isGood } = badgeText(result)
  return svg(label, message, isGood ? '#1a7f37' : '#8a6100')
}

/** The same as JSON for an endpoint badge of shields.io. */
export function renderShields(result: TestResult, isExpired: boolean): string {
  const { label, message, isGood } = badgeText(result)
  const color = isExpired ? 'lightgrey' : isGood ? 'brightgreen' : 'yellow'
  return `${JSON.stringify({ schemaVersion: 1, label, message: isExpired ? `expired: ${message}` : message, color })}\n`
}

function badgeText({ scope, result, warnedTests, failedTests, conformance }: TestResult) {
  const { targets, depth, validUntil } = conformance
  const variants = targets.map(({ variant }) => variant.toUpperCase()).join(' + ')
  const message = [
    scope === 'complete' ? 'conformant' : `partial: ${decidedIn(targets)}`,
    ...(warnedTests.length > 0 ? [count(warnedTests.length, 'warning')] : []),
    ...(failedTests.length > 0 ? [`accepted failures: ${someIds(failedTests, MOST_NAMED)}`] : []),
    depth,
    `until ${validUntil.slice(0, 10)}`,
  ].join(' · ')
  return { label: `tenant API ${variants}`, message, isGood: scope === 'complete' && result === 'PASSED' }
}

function decidedIn(targets: Conformance['targets']): string {
  const sum = (what: 'decided' | 'required') => targets.reduce((all, { coverage }) => all + coverage[what], 0)
  return `${sum('decided')} of ${sum('required')} required rules decided`
}

const MOST_NAMED = 3

function svg(label: string, value: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(value)]
  const text = (x: number, content: string) =>
    `<text x="${x}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${content}</text>`
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
