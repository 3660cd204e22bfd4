import { UsageError } from '../core/usage-error.ts'

/** Enough of `<prefix>_<key_id>_<secret>` to know one, also where it was not copied whole. */
const KEY = /_[0-9a-f]{16}_[0-9a-f]{16}/i
const SETTING = /^(TENANT_\w*KEY\w*)=./i

/** Every process list shows a command line: a key there is refused, and not repeated. */
export function refuseKeys(argv: readonly string[]): void {
  const held = argv.find((text) => KEY.test(text) || SETTING.test(text))
  if (held === undefined) return
  const name = SETTING.exec(held)?.[1]?.toUpperCase() ?? 'TENANT_A_KEY'
  throw new UsageError(
    `a key stands on the command line, which every user of this machine can see: revoke it, and give another as ${name} in the environment or in .env`,
  )
}
