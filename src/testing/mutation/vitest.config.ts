import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that start whole runs: slow, and precise about nothing that mutants change. */
const WHOLE_RUNS = ['src/{run,cost,catalog,independence,package.e2e}.test.ts', 'src/{cli,selfcheck,report}/**']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...WHOLE_RUNS],
  },
})
