import { expect, it } from 'vitest'
import type { Violation } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import rule from './missing-scope.ts'

const of = (path: string, status: number) =>
  sampleExchange(path, {}, { status, json: { error: { code: 'x', message: 'x', status } } })

it.each([
  [401, 'refused at every endpoint', 'refused before its scopes are read'],
  [200, undefined, 'handled like a bad key'],
  [undefined, undefined, 'handled like a bad key'],
])('a key that gets 401, and %s where it has the scope', (status, headline, cause) => {
  const granted = status === undefined ? {} : { granted: of('/projects', status) }
  const evidence = { good: of('/company', 200), bad: of('/company', 401), ...granted }
  const found = rule.judge(evidence, { endpoint: 'company', query: {} }, {} as never) as Violation
  if (headline) expect(found.headline).toContain(headline)
  expect(found.causes?.join()).toContain(cause)
})
