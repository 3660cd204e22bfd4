import { describe, inject, test } from 'vitest'
import type { Variant } from '../core/rule.ts'
import type { ToldOf } from './told.ts'

declare module 'vitest' {
  interface ProvidedContext {
    told: ToldOf
  }
}

/** One test per rule of the variant, which shows what came of it. */
export function suite(variant: Variant): void {
  describe(variant, () => {
    test.for(inject('told')[variant]!.rules)('$id', (rule, { skip }) => {
      if (rule.status === 'skipped') skip(rule.reason)
      if (rule.status === 'failed') throw new Error(rule.failure?.summary)
    })
  })
}
