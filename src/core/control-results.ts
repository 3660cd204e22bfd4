import { z } from 'zod'
import type { NAMES } from './control-module.ts'
import type { Variant } from './rule.ts'
import type { ControlFunction } from './target.ts'

const text = (what: string) =>
  z.string(`must be ${what}, as a string`).regex(/^[!-~]{1,4096}$/, `must be ${what}: printable characters, no spaces`)
export const time = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
/** A console may show only the day of an expiry. */
export const timeOrDay = z.union(
  [z.iso.datetime({ offset: true }), z.iso.date()],
  'must be a time such as 2026-01-31T12:00:00Z, or a day such as 2026-01-31',
)
/** null: the console says that the key never expires, which a rule tests. */
const expiry = timeOrDay.nullable()
const scopes = z.array(z.string().min(1)).min(1, 'must name a scope')
const id = z.union([z.string().min(1), z.number(), z.bigint()], 'must be the id, a string or a number')
const nothing = z.unknown().transform(() => ({}))
const created = z.object({ key: text('the whole key'), keyId: text('the key_id') })
const shown = z.object({ shown: z.string('must be the text that is shown') })
const logs = z.object({ logs: z.string('must be the text that was logged') })
const stored = z.object({ stored: z.string('must be the text that is stored') })

/** Schemas of the results, by variant and function. */
export const CONTROL_RESULTS = {
  a: {
    createKey: created,
    disableKey: nothing,
    enableKey: nothing,
    revokeKey: nothing,
    createUser: z.object({ id }),
    touchUser: z.object({ updatedAt: time }),
    setExpiry: nothing,
    showKey: shown,
    storedKey: stored,
    logsSince: logs,
  },
  b: {
    createKey: created.extend({ expiresAt: expiry }),
    renewKey: z.object({ expiresAt: expiry }),
    revokeKey: nothing,
    revokeKeysIssuedBy: nothing,
    removePerson: nothing,
    appendRow: nothing,
    expireKey: nothing,
    limitedAdministrator: z.object({ person: z.string().min(1), holds: scopes, lacks: scopes }),
    changePassword: nothing,
    removeRole: nothing,
    ordinaryPerson: z.object({ person: z.string().min(1) }),
    showKey: shown,
    storedKey: stored,
    logsSince: logs,
  },
} as const satisfies { [V in Variant]: Record<(typeof NAMES)[V][number], z.ZodType> }

/** Validates the result of a control function. The error names the field, never its value. */
export function checkedResult(variant: Variant, name: ControlFunction, value: unknown): Record<string, unknown> {
  const shapes: Partial<Record<ControlFunction, z.ZodType<Record<string, unknown>>>> = CONTROL_RESULTS[variant]
  const parsed = parsing(() => shapes[name]!.safeParse(value))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new Error(path.length === 0 ? 'returned no object' : `returned an unusable ${path.join('.')}: it ${message}`)
}

/** A getter of the result may throw. */
function parsing<T>(parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new Error('returned an object with a property that throws')
  }
}
