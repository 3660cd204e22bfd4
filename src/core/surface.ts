import type { Credential, CredentialClass, Req } from './exchange.ts'
import type { SecretText } from './secret-text.ts'
import type { Target } from './target.ts'

/** The documented requests of a variant, declared by `suites/{a,b}/api.ts`. */
export interface Surface {
  /** Path templates below `/api/public/v1`, such as `/projects/{project_id}/nodes`. */
  readonly endpoints: readonly string[]
  /** The endpoint whose pages may legally be large, since their records have any width. */
  readonly wideEndpoint?: string
  /** Names of the query parameters. */
  readonly parameters: readonly string[]
  /** The headers that carry a key. */
  readonly credentials: Readonly<
    Partial<Record<Credential['form'], (key: SecretText, about: CredentialClass) => Credential>>
  >
  /** One plain request of each endpoint that the target can serve. */
  readonly requests: (target: Target, credential: Credential) => readonly Req[]
}
