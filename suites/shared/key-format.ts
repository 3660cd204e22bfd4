import { type Violation, violation } from '../../src/core/rule.ts'
import type { Key, Target } from '../../src/core/target.ts'
import { keyFormatProblem } from '../../src/judge/key-format-problem.ts'

/** A key has the documented form; the violation says what is wrong and nothing of the key. */
export function documentedForm(key: Key | undefined, { secrets }: Target): Violation | undefined {
  const problem = key && keyFormatProblem(secrets.get(key.env) ?? '')
  return problem ? violation(`${key.env} to be <prefix>_<16 hex>_<64 hex>`, `a key with ${problem}`) : undefined
}

/** A key has the prefix of the active key. */
export function samePrefix(key: Key | undefined, { keys: { active } }: Target): Violation | undefined {
  if (!key || active.prefix === key.prefix) return undefined
  return violation(`the prefix of ${active.env}, ${active.prefix}, on ${key.env} as well`, `the prefix ${key.prefix}`)
}
