import type { Control } from './control-module.ts'
import type { Variant } from './rule.ts'
import type { ControlFunction } from './target.ts'

/** All functions of a control module. */
export const NAMES = {
  a: ['createKey', 'disableKey', 'enableKey', 'revokeKey', 'createUser', 'touchUser'],
  b: [
    'createKey',
    'renewKey',
    'revokeKey',
    'revokeKeysIssuedBy',
    'removePerson',
    'appendRow',
    'expireKey',
    'limitedAdministrator',
  ],
} as const satisfies Record<Variant, readonly ControlFunction[]>

export const namesOf = (variant: Variant): ControlFunction[] => [...NAMES[variant]]

/** The functions that a module implements for a variant. */
export const functionsOf = (module: Control, variant: Variant): ControlFunction[] =>
  namesOf(variant).filter((name) => typeof sideOf(module, variant)[name] === 'function')

type Side = { readonly [name in ControlFunction]?: (...args: unknown[]) => Promise<unknown> }

export const sideOf = (module: Control, variant: Variant): Side => (module[variant] ?? {}) as Side
