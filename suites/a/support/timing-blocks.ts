import type { Target } from '../../../src/core/target.ts'
import type { Round } from '../../../src/judge/timing/measure.ts'
import { refusalBlock, timedKeys } from '../../shared/refusal-blocks.ts'
import { FORMS, headerOf, users } from '../api.ts'

/** Blocks of one request per failure class, each via one header; both headers and all key_ids take turns. */
export const timedRounds = (target: Target): Round[] =>
  timedKeys(target).flatMap((made) =>
    FORMS.map((by) => ({
      part: `by ${by}`,
      requests: refusalBlock({
        target,
        made,
        header: headerOf(by),
        request: (credential) => users(target, {}, credential),
        missing: by === 'X-Api-Key',
        secrets: 'both',
        disabled: true,
      }),
    })),
  )
