import { defineConfig } from 'vitest/config'

/** Rules as tests, for who writes them: `npx vitest --project a -t a.users.envelope`. They run again when a rule changes. */
const rules = (name: 'a' | 'b') => ({
  test: {
    name,
    include: [`src/direct/${name}.rules.ts`],
    globalSetup: 'src/direct/setup.ts',
    testTimeout: 0,
    hookTimeout: 0,
    // The client limits what is under way.
    maxConcurrency: 10_000,
  },
})

/** The tests of the suite itself: `npm test`. */
const unit = { test: { name: 'unit', setupFiles: 'src/testing/seed.ts', testTimeout: 60_000, hookTimeout: 120_000 } }

export default defineConfig({ test: { projects: [unit, rules('a'), rules('b')] } })
