import type { SuppliedKey } from '../core/settings.ts'
import { createRedactor } from '../http/redact.ts'
import { maskOutput } from './mask-output.ts'

const secrets = new Map<string, string>()
const { redact } = createRedactor(secrets)

/** Masks these keys in everything this process prints from here on: reports, errors, the output of a control module. */
export function hideInOutput(keys: readonly SuppliedKey[]): void {
  // By their values: two runs of one process may give one name to two keys.
  for (const { value } of keys) secrets.set(value, value)
  if (secrets.size > 0) maskOutput(redact)
}

/** The same for keys in the environment: commands that read no settings show none either. */
export function hideEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  const keys = Object.entries(env).filter(([name, value]) => /^TENANT_.*KEY/.test(name) && value)
  hideInOutput(keys.map(([name, value]) => ({ env: name, value: value! })))
}
