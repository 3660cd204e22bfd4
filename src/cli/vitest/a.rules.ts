import { rulesAsTests } from './rules.ts'

// Rules are found on disk; so vitest knows which files run again when one of them changes.
import.meta.glob('../../../suites/a/**/*.ts')

await rulesAsTests('a')
