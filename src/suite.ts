import { describe, test } from 'vitest'
import type { Variant } from './rule.ts'
import { begun, type Conformance } from './run/begun.ts'
import { releaseStrays } from './run/strays.ts'

declare module 'vitest' {
  interface TaskMeta {
    conformance?: Conformance
  }
}

/** One test per rule of the variant. The session of this thread runs them; a test only waits for its rule's result. */
export async function suite(variant: Variant): Promise<void> {
  releaseStrays()
  const { ids, result } = await begun.promise

  describe.concurrent(variant, () => {
    test.for(ids)('%s', async (id, { task, skip }) => {
      const conformance = await result(id)
      task.meta.conformance = conformance
      const { status, reason, failure } = conformance.rule
      if (status === 'skipped') skip(reason)
      if (status === 'failed') throw new Error(failure?.summary)
    })
  })
}
