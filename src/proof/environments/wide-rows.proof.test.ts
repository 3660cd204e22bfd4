import { expect, it } from 'vitest'
import { tryEnvironment } from './try-environment.ts'

// A page of 200 KB rows at its default size has 20 MB: a few are in memory, out of more than a thousand.
it.each([
  ['rows-of-10-kb', 550],
  ['rows-of-200-kb', 650],
])(
  '%s leave no rule undecided, within %i MB',
  async (name, limit) => {
    const { failed, undecided, megabytes } = await tryEnvironment(name, 'b', 'standard')
    expect({ failed, undecided }).toEqual({ failed: [], undecided: [] })
    expect(megabytes).toBeLessThan(limit)
  },
  300_000,
)
