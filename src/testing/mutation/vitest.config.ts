import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that start whole runs: slow, and precise about nothing that mutants change. */
const WHOLE_RUNS = [
  '**/*.{e2e,browser,proof}.test.ts',
  'src/{engine/run,core/catalog,testing/repository/*}.test.ts',
  'src/{cli,proof,report}/**',
]

/** `MUTATE_TESTS='src/judge/timing/*.test.ts'` has only those tests judge mutants: quicker, where others are not about them. */
const include = process.env.MUTATE_TESTS?.split(' ') ?? ['src/**/*.test.ts', 'suites/**/*.test.ts']

export default defineConfig({
  test: {
    include,
    // As in `npm test`: a busy machine may take its time.
    testTimeout: 60_000,
    exclude: [...configDefaults.exclude, ...WHOLE_RUNS],
  },
})
