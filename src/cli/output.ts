import { createRedactor } from '../client/redact.ts'
import type { SuppliedKey } from '../settings.ts'

const secrets = new Map<string, string>()
const { redact } = createRedactor(secrets)
const guarded = new WeakSet<NodeJS.WriteStream['write']>()

/**
 * The last guard of our own output, whoever writes it: a report, an error, or a control module that is loaded. From here on
 * these keys are masked in it.
 */
export function hideInOutput(keys: readonly SuppliedKey[]): void {
  // By their values: two runs of one process may give one name to two keys.
  for (const { value } of keys) secrets.set(value, value)
  if (secrets.size > 0) for (const stream of [process.stdout, process.stderr]) guard(stream)
}

/** Keys that stand in the environment, for commands that read no settings: none of them may show one either. */
export function hideEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  const keys = Object.entries(env).filter(([name, value]) => /^TENANT_.*KEY/.test(name) && value)
  hideInOutput(keys.map(([name, value]) => ({ env: name, value: value! })))
}

function guard(stream: NodeJS.WriteStream): void {
  const { write } = stream
  if (guarded.has(write)) return
  const masked = ((chunk: string | Uint8Array, ...more: never[]) =>
    write.call(stream, typeof chunk === 'string' ? redact(chunk) : maskedBytes(chunk), ...more)) as typeof write
  guarded.add(masked)
  stream.write = masked
}

function maskedBytes(chunk: Uint8Array): Uint8Array | string {
  const text = Buffer.from(chunk).toString()
  const clean = redact(text)
  return clean === text ? chunk : clean
}
