import type { Reporter, TestModule } from 'vitest/node'

export interface Collector extends Reporter {
  /** Errors of the suite itself: a file that cannot be loaded, a thread that died. */
  errors(): readonly Error[]
}

/** Listens to vitest, whose tests show what is known already. */
export function createCollector(): Collector {
  const errors: Error[] = []
  return {
    onTestRunEnd(modules, unhandled) {
      for (const error of [...unhandled, ...modules.flatMap(errorsOf)]) errors.push(errorOf(error))
    },
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
function errorOf(given: Given): Error {
  const cause = given.cause instanceof Error ? ` ${given.cause.message}` : ''
  const error = new Error((given.message || 'the suite ended early') + cause)
  if (given.stack) error.stack = given.stack
  return error
}
