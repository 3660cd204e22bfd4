import { setTimeout as sleep } from 'node:timers/promises'
import type { CredentialClass, Exchange } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type Form, headerOf, users } from '../api.ts'

/** An expiry after the end of any run. */
export const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString()

interface Asking {
  /** The condition that the key should be in. */
  readonly as: Extract<CredentialClass, 'active' | 'disabled' | 'revoked' | 'expired'>
  readonly by?: Form
  /** What was done to it. */
  readonly note?: string
}

/** One request with a key that was created in this run, ahead of the queue, since its state has just changed. */
export const askBy = (
  tools: Tools,
  key: Key,
  // Stryker disable next-line StringLiteral: any value but Bearer
  { as, by = 'X-Api-Key', note = `a created key, ${as}` }: Asking,
): Promise<Exchange> => tools.promptly(users(tools.target, { per_page: 1 }, headerOf(by)(whole(key), as, note)))

/** Milliseconds for what need not take effect immediately: only creation and revocation must. */
const PATIENCE = [100, 300, 900, 1700]

/** Repeats the request until the response is right or the patience is used up; returns all responses in order. */
export async function askUntil(ask: () => Promise<Exchange>, right: (x: Exchange) => boolean): Promise<Exchange[]> {
  const answers = [await ask()]
  for (const ms of PATIENCE) {
    if (right(answers.at(-1)!)) break
    await sleep(ms)
    answers.push(await ask())
  }
  return answers
}
