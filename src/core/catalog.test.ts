import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../engine/check-cases.ts'
import { loadCatalog, ruleFile, sectionOf } from './catalog.ts'
import type { Cases, Rule } from './rule.ts'

const catalogs = [await loadCatalog('a'), await loadCatalog('b')]
const everyRule = catalogs.flatMap(({ rules, reference }) => rules.map((rule) => ({ rule, reference })))

test('ids are public: none is lost or renamed', () => {
  expect(everyRule.map(({ rule }) => `${rule.id} ${rule.level}`)).toMatchSnapshot()
})

test('each id is unique and is the path of its file', () => {
  const ids = everyRule.map(({ rule }) => rule.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(existsSync(ruleFile(id)), id).toBe(true)
})

test.for(everyRule)('$rule.id cites clauses that exist and can be tried', ({ rule, reference }) => {
  expect(rule.clauses.length).toBeGreaterThan(0)
  for (const id of rule.clauses) {
    expect(reference, `${rule.id} cites ${id}`).toHaveProperty([id])
    expect(reference[id]?.untestable, `${rule.id} cites ${id}, which says that it cannot be tried`).toBeUndefined()
  }
  expect(sectionOf(rule.clauses, reference)).toMatch(/^\d(, \d)*$/)
})

test.for(catalogs)(
  'every clause of variant $variant is claimed by a rule, or says why it cannot be tried',
  (catalog) => {
    const claimed = new Set(catalog.rules.flatMap(({ clauses }) => clauses))
    const orphans = Object.entries(catalog.reference).filter(([id, clause]) => !clause.untestable && !claimed.has(id))
    expect(orphans).toEqual([])
  },
)

test.for(catalogs)('the case order of variant $variant names cases that exist', ({ rules, caseOrder }) => {
  const counts = new Map(rules.map((rule) => [rule.id, 'cases' in rule ? rule.cases?.count[2] : 0]))
  for (const [id, places] of Map.groupBy(caseOrder, (id) => id))
    expect(places.length, id).toBeLessThanOrEqual(counts.get(id) ?? 0)
})

test.for(['after', 'follows'] as const)('%s names rules that exist, in no circle', (relation) => {
  const byId = new Map(everyRule.map(({ rule }) => [rule.id, rule]))
  const walk = (r: Rule, path: string[]): void => {
    expect(path, 'a circle').not.toContain(r.id)
    for (const id of r[relation] ?? []) {
      expect(byId.has(id), `${r.id}: ${relation} ${id}`).toBe(true)
      walk(byId.get(id)!, [...path, r.id])
    }
  }
  for (const { rule } of everyRule) walk(rule, [])
})

test.for(everyRule)('$rule.id is explained', ({ rule }) => {
  for (const text of [rule.title, rule.tried, rule.meaning]) expect(text.length).toBeGreaterThan(10)
  if (rule.level !== 'observed') expect(rule.causes.length).toBeGreaterThan(0)
  if (rule.level === 'implied') expect('derivation' in rule && rule.derivation?.length).toBeGreaterThan(10)
})

test.for(everyRule)('$rule.id tries all its boundaries at standard depth', ({ rule }) => {
  if (rule.kind !== 'trial' && rule.kind !== 'invariant') return
  // Each case of a control rule costs the operator real actions: some boundaries run at exhaustive depth only.
  if (rule.needs?.some((need) => need.startsWith('control.'))) return
  const { cases } = rule
  if (!cases || typeof cases.first === 'function') return
  const { first } = casesOf({ cases, target: { sizes: {} } as never, depth: 'standard', seed: 1 })
  expect(first).toHaveLength(cases.first.length)
})

const TARGET = {
  ...{ variant: 'a', sizes: { '/users': 237, '/projects': 61 }, project: 'p', dataset: 'd', related: {} },
  ...{ noScopeEndpoints: [], secrets: new Map() },
  keys: { active: {} },
} as never

test.for(everyRule)('$rule.id tries at each depth what it tries at the one before', ({ rule }) => {
  if ((rule.kind !== 'trial' && rule.kind !== 'invariant') || !rule.cases) return
  const { cases } = rule
  const [quick, standard, exhaustive] = (['quick', 'standard', 'exhaustive'] as const).map((depth) => {
    const { first, any } = casesOf<unknown>({ cases: cases as Cases<unknown>, target: TARGET, depth, seed: 1 })
    return [...first, ...any].map((one) => fc.stringify(one))
  })
  expect(standard!.slice(0, quick!.length)).toEqual(quick)
  expect(exhaustive!.slice(0, standard!.length)).toEqual(standard)
})

test.for(everyRule)('$rule.id can turn red: it declares faults', ({ rule }) => {
  if (rule.kind === 'observation') return
  expect(Object.keys(rule.faults ?? {}).length).toBeGreaterThanOrEqual(2)
})

test.for(everyRule)('$rule.id explains in one line each only faults that quick depth misses', ({ rule }) => {
  for (const [name, why] of Object.entries(rule.quickMisses ?? {})) {
    expect(Object.keys(rule.faults ?? {})).toContain(name)
    expect(why).toMatch(/^[^\n]{20,160}$/)
  }
})

test('rules of the two variants share nothing', () => {
  for (const { rule } of everyRule) {
    const other = rule.variant === 'a' ? '/b/' : '/a/'
    const imports = readFileSync(ruleFile(rule.id), 'utf8').match(/from '[^']*'/g) ?? []
    expect(imports.filter((line) => line.includes(other))).toEqual([])
  }
})
