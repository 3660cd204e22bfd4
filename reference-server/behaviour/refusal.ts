import { B_FORBIDDEN, SCOPES, USERS_MODULE } from '../choices.ts'
import type { Call, Company, Failure, Header, KeyRecord, Step } from '../types.ts'

/** The order of the checks, the uniform 401 and the 403. */
export interface RefusalDecisions {
  /** Order of the checks: the credential before everything else (A 5.5, B 5.2). */
  order(call: Call): readonly Step[]
  /** 401 for every failure (A 7, B 7). */
  refusalStatus(failure: Failure, call: Call): number
  /** `unauthorized` (A 7, B 7). */
  refusalCode(failure: Failure, call: Call): string
  /** "Invalid or missing API key" (A 7, B 7). */
  refusalMessage(failure: Failure, call: Call): string
  /** The refusal's own headers: the same for every failure. */
  refusalHeaders(failure: Failure, call: Call): readonly Header[]
  /** The refusal's reason phrase, or the usual one. */
  refusalReason(failure: Failure, call: Call): string | undefined
  /** The refusal's serialized body: the same bytes for every failure (A 5.5, B 5.2). */
  refusalText(text: string, failure: Failure, call: Call): string
  /** Delay of a failure, ms; fractions count. */
  refusalDelayMs(failure: Failure, call: Call): number
  /** The scope that the endpoint needs (A 5.6, B 5.3). */
  requiredScope(call: Call): string | undefined
  /** Whether a key has a scope. */
  scopeHeld(key: KeyRecord, scope: string, call: Call): boolean
  /** The platform module that the endpoint needs (A 5.6). */
  requiredModule(call: Call): string | undefined
  /** Whether a company has activated a module. */
  moduleActive(company: Company, module: string, call: Call): boolean
  /** 403 (A 5.6, B 5.3). */
  forbiddenStatus(lacks: 'scope' | 'module', call: Call): number
  /** `forbidden` (A 7); any code in B. */
  forbiddenCode(lacks: 'scope' | 'module', call: Call): string
  /** Not fixed by the references. */
  forbiddenMessage(lacks: 'scope' | 'module', call: Call): string
}

const ORDER: readonly Step[] = ['credential', 'permission', 'method', 'query', 'lookup']
const NONE: readonly Header[] = []

export const refusal: RefusalDecisions = {
  order: () => ORDER,
  refusalStatus: () => 401,
  refusalCode: () => 'unauthorized',
  refusalMessage: () => 'Invalid or missing API key',
  refusalHeaders: () => NONE,
  refusalReason: () => undefined,
  refusalText: (text) => text,
  refusalDelayMs: () => 0,
  requiredScope: (call) => (call.endpoint === 'unknown' ? undefined : SCOPES[call.endpoint]),
  scopeHeld: (key, scope) => key.scopes.includes(scope),
  requiredModule: (call) => (call.endpoint === 'users' ? USERS_MODULE : undefined),
  moduleActive: (company, module) => company.modules.includes(module),
  forbiddenStatus: () => 403,
  forbiddenCode: (_lacks, call) => (call.variant === 'a' ? 'forbidden' : B_FORBIDDEN),
  forbiddenMessage: (lacks) =>
    lacks === 'scope' ? 'The API key lacks a required scope' : 'A required platform module is not active',
}
