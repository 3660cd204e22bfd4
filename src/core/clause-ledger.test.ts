import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { home, loadCatalog } from './catalog.ts'
import { attestedRule, clauseCoverage, clausesTried } from './clause-coverage.ts'

const catalogs = await Promise.all((['a', 'b'] as const).map(loadCatalog))

/** Lines of a reference; cells of a table row are separated by ` | `. */
const linesOf = (variant: string): string[] =>
  readFileSync(join(home, `fixtures/reference/variant-${variant}.md`), 'utf8')
    .split('\n')
    .map((line) =>
      line.startsWith('|')
        ? line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim())
            .join(' | ')
        : line,
    )

function isIn(line: string, quote: string): boolean {
  let at = 0
  return quote.split(' … ').every((part) => {
    const found = line.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}

describe.each(catalogs)('the clauses of variant $variant', (catalog) => {
  const { variant, reference, rules } = catalog

  it('quote one line of the reference each, verbatim', () => {
    const lines = linesOf(variant)
    const wrong = Object.entries(reference).filter(([, { text }]) => !lines.some((line) => isIn(line, text)))
    expect(wrong).toEqual([])
  })

  it('are tested, observed or attested, but for remarks, advice and what has no response', () => {
    const none = Object.entries(clauseCoverage(catalog)).filter(([, coverage]) => coverage === 'none')
    const total = Object.keys(reference).length
    expect(total - none.length).toBeGreaterThanOrEqual(variant === 'a' ? 115 : 165)
    for (const [id] of none) expect(reference[id]?.untestable, id).toBeDefined()
  })

  it('are reported as attested, never as tested, with who says so and when', () => {
    const clause = variant === 'a' ? '2.key.full.hashed' : '2.key.full.digest'
    const attestation = { clause: `${variant}.${clause}`, by: 'Jo', on: '2026-11-22', statement: 'read the schema' }
    const other = { ...attestation, clause: `${variant === 'a' ? 'b' : 'a'}.2.key.full.shown-once` }
    const results = rules.map(({ id }) => ({ id, status: 'skipped' as const }))
    const {
      total,
      tried,
      tested,
      attested,
      untested = [],
      untestable,
    } = clausesTried(catalog, results as never, [attestation, other])
    const { by, on, statement } = attestation
    expect(attested).toEqual([{ id: clause, text: reference[clause]!.text, by, on, statement }])
    expect([tried, tested]).toEqual([0, 0])
    expect(untestable.map(({ id }) => id)).not.toContain(clause)
    expect(untested.length + untestable.length + 1).toBe(total)
  })

  it('make a skipped rule attested if the operator vouches for all of them', () => {
    const [hashed, shown] =
      variant === 'a'
        ? ['a.key.only-hash-stored', 'a.key.shown-once']
        : ['b.key.only-digest-stored', 'b.key.shown-once']
    const id = variant === 'a' ? '2.key.full.hashed' : '2.key.full.digest'
    const statement = { id, text: '', by: 'Jo', on: '2026-11-22', statement: 'read the schema' }
    const statusOf = (rule: string, status: string, more = {}) =>
      attestedRule({ id: rule, status, ...more } as never, catalog, [statement])
    expect(statusOf(hashed!, 'skipped')).toMatchObject({
      status: 'attested',
      reason: 'Jo, 2026-11-22: read the schema',
    })
    expect(statusOf(hashed!, 'failed').status).toBe('failed')
    expect(statusOf(hashed!, 'skipped', { unselected: true }).status).toBe('skipped')
    expect(statusOf(shown!, 'skipped').status).toBe('skipped')
  })
})
