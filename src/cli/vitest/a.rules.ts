import { checkoutRules } from './checkout-rules.ts'

// Rules are found on disk: this tells vitest which files to watch.
import.meta.glob('../../../suites/{a,shared}/**/*.ts')

await checkoutRules('a')
