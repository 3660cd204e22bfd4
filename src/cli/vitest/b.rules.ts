import { checkoutRules } from './checkout-rules.ts'

// Rules are found on disk: these imports let vitest watch them.
import.meta.glob('../../../suites/{b,shared}/**/*.ts')

await checkoutRules('b')
