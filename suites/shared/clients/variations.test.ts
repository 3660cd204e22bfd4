import { expect, test } from 'vitest'
import { ALL, WITHOUT_KEY, withKey, withoutKey } from './variations.ts'

test.each([
  ['with a key', withKey(), ALL],
  ['without a key', withoutKey(), WITHOUT_KEY],
])('every row of several headers %s can shrink: its values are those of the factors', (_, rows, factors) => {
  const several = rows.filter((row) => Object.values(row).filter(Boolean).length > 1)
  const unknown = several.flatMap((row) =>
    Object.entries(row).filter(([name, value]) => !factors[name]?.includes(value)),
  )
  expect(unknown).toEqual([])
  for (const row of several) expect(Object.keys(row).sort()).toEqual(Object.keys(factors).sort())
})
