import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Changes the code in small ways, one at a time, and lists the changes that no test notices. `npm run mutate -- -m FILE`. */
export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './src/testing/mutation/ignore-message-texts.ts'],
  ignorers: ['words'],
  vitest: { configFile: 'src/testing/mutation/vitest.config.ts' },
  // What decides verdicts and has unit tests; the rules themselves are tried by the matrix of faults.
  mutate: [
    'src/judge/**/*.ts',
    'src/engine/session/*.ts',
    'src/engine/{verdict,target-result,check-cases}.ts',
    'src/core/{key-format,needs}.ts',
    'suites/{a,b}/support/*.ts',
    '!**/*.test.ts',
    '!**/{calibrate,simulated*}.ts',
  ],
  coverageAnalysis: 'perTest',
  // `testFiles` must not be set: with it, Stryker 10.1 leaves constants unchanged.
  timeoutMS: 20_000,
  // All tests together take minutes before the first mutant, on a busy machine many.
  dryRunTimeoutMinutes: 20,
  concurrency: 2,
  // None: Stryker would read it by an interface that TypeScript 7 has no longer.
  tsconfigFile: 'none',
  tempDirName: join(tmpdir(), 'tenant-conformance-mutants'),
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  thresholds: { break: 90 },
}
