import type { CertifyOptions } from './cli/api/certify-options.ts'
import type { Control } from './core/control-module.ts'
import type { Handler } from './core/handler.ts'
import type { Report } from './core/results.ts'

export type { CertifyOptions } from './cli/api/certify-options.ts'
export type { Control, ControlA, ControlB, ControlId } from './core/control-module.ts'
export type { Handler } from './core/handler.ts'
export type {
  Difference,
  Failure,
  Measurement,
  Report,
  RuleResult,
  RunInfo,
  Status,
  TargetResult,
  Verdict,
  WrittenExchange,
} from './core/results.ts'

/** Adds the types; a plain object is accepted as well. */
export declare function defineControl<const C extends Control>(control: C): C

/** The system under test says no. Any error with this name counts. */
export declare class ControlRefused extends Error {
  override readonly name: 'ControlRefused'
}

/**
 * Tests every rule against a base URL, or against a handler in this process, and resolves to what `report.json` holds. A violation is
 * a result. Throws an error named `UsageError`, with one line per problem, for options that cannot be used.
 *
 * @example
 * const report = await certify(app.fetch, { variant: 'a', depth: 'quick', settings: { TENANT_A_KEY: key } })
 * expect(report.targets[0]?.verdict, await explain(report)).toBe('conformant')
 */
export declare function certify(target: string | URL | Handler, options: CertifyOptions): Promise<Report>

/** The failures of a report in full, what was not tested and why, and the verdicts: for the message of an assertion. */
export declare function explain(report: Report): Promise<string>
