import type { Reporter, TestModule } from 'vitest/node'
import type { RuleResult } from '../report/results.ts'
import type { Variant } from '../rule.ts'
import type { Conformance } from './begun.ts'

/** What the suite of one variant told. */
export interface Told {
  readonly target: Conformance['target']
  /** In the order of the catalogue. */
  readonly rules: readonly RuleResult[]
}

export interface Collector extends Reporter {
  /** What has arrived of a variant; undefined when nothing has. */
  told(variant: Variant): Told | undefined
  /** Errors of the suite itself: a file that cannot be loaded, a thread that died, a test that ended without a result. */
  errors(): readonly Error[]
}

/** Listens to vitest. Results that arrived before a crash are kept. */
export function createCollector(): Collector {
  const arrived: Conformance[] = []
  const errors: Error[] = []
  return {
    onTestCaseResult(test) {
      const { conformance } = test.meta()
      if (conformance) arrived.push(conformance)
      else errors.push(errorOf(test.result().errors?.[0], `${test.name} ended without a result`))
    },
    onTestRunEnd(modules, unhandled) {
      for (const error of [...unhandled, ...modules.flatMap(errorsOf)])
        errors.push(errorOf(error, 'the suite ended early'))
    },
    told: (variant) => toldOf(arrived.filter(({ rule }) => rule.id.startsWith(`${variant}.`))),
    errors: () => errors,
  }
}

function errorsOf(module: TestModule) {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
}

interface Given {
  readonly message?: string
  readonly stack?: string
  readonly cause?: unknown
}

/** vitest hands errors over as plain objects; that of a dead thread tells only by its cause what happened. */
function errorOf(given: Given | undefined, otherwise: string): Error {
  const cause = given?.cause instanceof Error ? ` ${given.cause.message}` : ''
  const error = new Error((given?.message || otherwise) + cause)
  if (given?.stack) error.stack = given.stack
  return error
}

function toldOf(arrived: readonly Conformance[]): Told | undefined {
  const [first] = arrived
  if (!first) return undefined
  const latest = arrived.reduce((a, b) => (b.target.requests >= a.target.requests ? b : a), first)
  const rules = arrived.map(({ rule }) => rule).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { target: latest.target, rules }
}
