import { expect, test } from 'vitest'
import { atRevision, type Catalog, loadCatalog, REVISION } from './catalog.ts'

const catalogs = [await loadCatalog('a'), await loadCatalog('b')]

// To add a rule: set its `since`, raise REVISION, and add the new snapshot. Earlier snapshots must not change.
test.for(catalogs)('the rules of each revision of variant $variant are frozen', (catalog) => {
  for (let revision = 1; revision <= REVISION; revision++) {
    const ids = atRevision(catalog, revision).rules.map(({ id, level, clauses }) => [id, level, ...clauses].join(' '))
    expect(ids).toMatchSnapshot(`revision ${revision}`)
  }
})

test('REVISION is the highest `since` of all rules', () => {
  const latest = Math.max(...catalogs.flatMap(({ rules }) => rules.map(({ since = 1 }) => since)))
  expect(REVISION).toBe(latest)
})

test('an earlier revision contains no later rule and no dependency on one', () => {
  const [some] = catalogs[0]!.rules
  const rule = (id: string, after: string[], since?: number) => ({ ...some!, id, after, since })
  const rules = [rule('a.old', []), rule('a.new', [], 2), rule('a.waits', ['a.new', 'a.old'])]
  const catalog: Catalog = { ...catalogs[0]!, rules }
  expect(atRevision(catalog, 1).rules.map(({ id, after }) => [id, after])).toEqual([
    ['a.old', []],
    ['a.waits', ['a.old']],
  ])
  expect(atRevision(catalog, 2).rules).toHaveLength(3)
})
