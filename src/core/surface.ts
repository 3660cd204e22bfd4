import type { Credential, CredentialClass } from './exchange.ts'
import type { SecretText } from './secret-text.ts'

/** What a variant documents of its requests. Each `suites/{a,b}/api.ts` declares its own. */
export interface Surface {
  /** Path templates below `/api/public/v1`, such as `/projects/{project_id}/nodes`. */
  readonly endpoints: readonly string[]
  /** Names of the query parameters. */
  readonly parameters: readonly string[]
  /** The headers that carry a key. */
  readonly credentials: Readonly<
    Partial<Record<Credential['form'], (key: SecretText, about: CredentialClass) => Credential>>
  >
}
