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
 * Tries every rule against a base URL, or against a handler in this process, and returns what `report.json` holds. A deployment that
 * breaks a rule is a result; what cannot be used of the options is thrown, as an error named `UsageError` with one line for each.
 */
export declare function certify(target: string | URL | Handler, options: CertifyOptions): Promise<Report>

/** What a person wants to know of a report, failures in full: for the message of an assertion. */
export declare function explain(report: Report): Promise<string>
