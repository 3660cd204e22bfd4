import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Rules as tests, for who writes them: `npx vitest --project a -t a.users.envelope`. They run again when a rule changes. */
const rules = (name: 'a' | 'b') => ({
  test: {
    name,
    include: [`src/cli/vitest/${name}.rules.ts`],
  },
})

const SLOW = '**/*.{e2e,browser,proof}.test.ts'
const own = {
  globalSetup: 'src/testing/temporary-folder.ts',
  setupFiles: 'src/testing/seed.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/** The tests of the suite itself: `npm test`, and the slow ones that `npm run test:all` adds. */
const unit = { test: { ...own, name: 'unit', exclude: [...configDefaults.exclude, SLOW] } }
/** On a busy machine of CI, processes and sockets are now and then too slow; a second failure is no chance. */
const slow = { test: { ...own, name: 'slow', include: [SLOW], retry: process.env.CI ? 1 : 0 } }

export default defineConfig({
  test: { projects: [unit, slow, rules('a'), rules('b')], maxWorkers: availableParallelism() },
})
