import { keyFormatProblem } from '../../src/core/key-format.ts'
import { headlined, type Violation, violation } from '../../src/core/rule.ts'
import type { Key, Target } from '../../src/core/target.ts'

/** A key has the documented form; the violation says what is wrong and nothing of the key. */
export function documentedForm(key: Key | undefined, { secrets }: Target): Violation | undefined {
  const problem = key && keyFormatProblem(secrets.get(key.env) ?? '')
  return problem
    ? headlined(
        `The key in ${key.env} does not have the documented format: it has ${problem}`,
        violation('<prefix>_<16 hex characters>_<64 hex characters>', `a key with ${problem}`),
      )
    : undefined
}

/** A key has the prefix of the active key. */
export function samePrefix(key: Key | undefined, { keys: { active } }: Target): Violation | undefined {
  if (!key || active.prefix === key.prefix) return undefined
  return headlined(
    `The prefix of keys (before the key_id) is not fixed: ${key.prefix} in ${key.env}, ${active.prefix} in ${active.env}`,
    violation(`the prefix ${active.prefix} on both keys`, `the prefix ${key.prefix} on ${key.env}`),
  )
}
