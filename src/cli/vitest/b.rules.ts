import { checkoutRules } from './checkout-rules.ts'

// Rules are found on disk: this tells vitest which files to watch.
import.meta.glob('../../../suites/{b,shared}/**/*.ts')

await checkoutRules('b')
