import { expect, test } from 'vitest'
import type { RuleResult } from '../core/results.ts'
import { byImpact } from './reading-order.ts'

const failed = (id: string, failure: object = {}) => ({ id, status: 'failed', failure }) as RuleResult

test('cross-tenant reads come first, then what explains most, each with what follows it', () => {
  const rules = [
    failed('a.users.echo'),
    failed('a.clients.steady', { follows: { rule: 'a.users.total', because: 'same-response' } }),
    failed('a.users.total', { explains: 9 }),
    failed('a.tenancy.isolated'),
    failed('a.users.led', { follows: { rule: 'a.users.elsewhere', because: 'same-response' } }),
  ]
  expect(byImpact(rules).map(({ id }) => id)).toEqual([
    'a.tenancy.isolated',
    'a.users.total',
    'a.clients.steady',
    'a.users.echo',
    'a.users.led',
  ])
})

test('a failure that shows each time comes before a flaky one of the same area', () => {
  const rules = [failed('b.lists.total', { flaky: '1 of 5', explains: 4 }), failed('b.clients.steady')]
  expect(byImpact(rules).map(({ id }) => id)).toEqual(['b.clients.steady', 'b.lists.total'])
})

test('what fails the run only with --strict comes after the errors', () => {
  const rules = [
    { ...failed('a.tenancy.far'), severity: 'warning' } as RuleResult,
    failed('a.users.some', { warning: true }),
    failed('a.users.total'),
  ]
  expect(byImpact(rules).map(({ id }) => id)).toEqual(['a.users.total', 'a.tenancy.far', 'a.users.some'])
})
