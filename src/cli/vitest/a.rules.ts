import { checkoutRules } from './checkout-rules.ts'

// Rules are found on disk: these imports let vitest watch them.
import.meta.glob('../../../suites/{a,shared}/**/*.ts')

await checkoutRules('a')
