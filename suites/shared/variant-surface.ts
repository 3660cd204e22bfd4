import fc from 'fast-check'
import type { Credential, CredentialClass, Req } from '../../src/core/exchange.ts'
import type { SecretText } from '../../src/core/secret-text.ts'
import type { Surface } from '../../src/core/surface.ts'
import type { Target } from '../../src/core/target.ts'

/** Query parameters of a request; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | bigint | undefined>>

/** Makes the credential that sends a key in one header; `note` says what was done to the key. */
export type KeyHeader = (key: SecretText, about: CredentialClass, note?: string) => Credential

/** The list that every deployment of a variant has, and how its pages say what they hold. */
export interface ListSurface {
  /** GET of the list; with the active key in X-Api-Key unless another credential is given. */
  readonly list: (target: Target, query?: Query, credential?: Credential) => Req
  /** The page size: its parameter, and the path of its echo. */
  readonly size: { readonly parameter: string; readonly echo: string }
}

/**
 * What the shared parts of rules know of a variant; each `suites/{a,b}/api.ts` declares its own. `Way` is one documented way to
 * send a key, and rules on keys try all of them: two headers in variant A, five endpoints in variant B.
 */
export interface VariantSurface<Way extends object> extends Surface, ListSurface {
  readonly ways: (target: Target) => readonly Way[]
  /** `via Bearer`, `at rows`. */
  readonly wayInWords: (way: Way) => string
  /** Puts a key into the header of this way. */
  readonly header: (way: Way) => KeyHeader
  /** A GET request in this way; with the active key unless another credential is given. */
  readonly request: (target: Target, way: Way, credential?: Credential, query?: Query) => Req
}

/** The same case in each of the other ways. */
export const elsewhere =
  <Way extends object>({ ways }: Pick<VariantSurface<Way>, 'ways'>) =>
  <C extends Way>(c: C, target: Target): C[] =>
    ways(target).map((way) => ({ ...c, ...way }))

/** Generators for the properties of a way, to be spread into `fc.record({ ... })`. */
export function anyWay<Way extends object>(ways: readonly Way[]): { [K in keyof Way]: fc.Arbitrary<Way[K]> } {
  const names = Object.keys(ways[0]!) as (keyof Way)[]
  const members = names.map((name) => [name, fc.constantFrom(...ways.map((way) => way[name]))])
  return Object.fromEntries(members)
}

/** Query parameters in the form of a request. */
export const sentParameters = (query: Query): (readonly [name: string, value: string])[] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))
