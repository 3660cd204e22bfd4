import { setTimeout as sleep } from 'node:timers/promises'
import type { CredentialClass, Exchange } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type Form, headerOf, users } from '../api.ts'

/** An expiry that no run reaches. */
export const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString()

interface Asking {
  /** The condition that the key should be in. */
  readonly as: Extract<CredentialClass, 'active' | 'disabled' | 'revoked' | 'expired'>
  readonly by?: Form
  /** What was done to it. */
  readonly note?: string
}

/** One request by a key that was created in this run, ahead of all that waits: what it looks at was just changed. */
export const askBy = (
  tools: Tools,
  key: Key,
  // Stryker disable next-line StringLiteral: whatever is not Bearer
  { as, by = 'X-Api-Key', note = `a created key, ${as}` }: Asking,
): Promise<Exchange> => tools.promptly(users(tools.target, { per_page: 1 }, headerOf(by)(whole(key), as, note)))

/** Milliseconds for what need not take effect at once: only creation and revocation are said to. */
const PATIENCE = [100, 300, 900, 1700]

/** Asks until the answer is as it should be, or there is no sense in waiting on. All answers, in order. */
export async function askUntil(ask: () => Promise<Exchange>, right: (x: Exchange) => boolean): Promise<Exchange[]> {
  const answers = [await ask()]
  for (const ms of PATIENCE) {
    if (right(answers.at(-1)!)) break
    await sleep(ms)
    answers.push(await ask())
  }
  return answers
}
