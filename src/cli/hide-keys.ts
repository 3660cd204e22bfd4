import type { SuppliedKey } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { createRedactor } from '../http/redact.ts'

/** Enough of `<prefix>_<key_id>_<secret>` to recognise a key that was copied in part. */
const KEY = /_[0-9a-f]{16}_[0-9a-f]{16}/i
const SETTING = /^(TENANT_\w*KEY\w*)=./i

/** Refuses keys on the command line, which every process list shows. The message does not repeat them. */
export function refuseKeys(argv: readonly string[]): void {
  const found = argv.find((text) => KEY.test(text) || SETTING.test(text))
  if (found === undefined) return
  const name = SETTING.exec(found)?.[1]?.toUpperCase() ?? 'TENANT_A_KEY'
  throw new UsageError(
    `the command line contains a key, which every user of this machine can see: revoke it, and supply a new one as ${name} in the environment or in .env`,
  )
}

const secrets = new Map<string, string>()
const { redact } = createRedactor(secrets)

/** Masks these keys in everything that this process prints from now on. */
export function hideInOutput(keys: readonly SuppliedKey[]): void {
  // By value: two runs in one process may use one name for two keys.
  for (const { value } of keys) secrets.set(value, value)
  if (secrets.size > 0) for (const stream of [process.stdout, process.stderr]) maskStream(stream)
}

/** Masks keys of the environment, also for commands that read no settings. */
export function hideEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  const keys = Object.entries(env).filter(([name, value]) => /^TENANT_(?!CERT_).*KEY/.test(name) && value)
  hideInOutput(keys.map(([name, value]) => ({ env: name, value: value! })))
}

const masked = new WeakSet<NodeJS.WriteStream['write']>()

/** Redacts what anybody in this thread writes to a stream, the control module included. */
function maskStream(stream: NodeJS.WriteStream): void {
  const { write } = stream
  if (masked.has(write)) return
  const redactBytes = (chunk: Uint8Array): Uint8Array | string => {
    const text = Buffer.from(chunk).toString()
    const redacted = redact(text)
    return redacted === text ? chunk : redacted
  }
  stream.write = ((chunk: string | Uint8Array, ...more: never[]) =>
    write.call(stream, typeof chunk === 'string' ? redact(chunk) : redactBytes(chunk), ...more)) as typeof write
  masked.add(stream.write)
}
