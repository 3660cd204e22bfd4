import fc from 'fast-check'
import { isSuccess } from '../../../src/core/exchange.ts'
import { trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { badCredential } from '../../shared/credential-failures.ts'
import { notRefused, type Pair, sendPair } from '../../shared/refused-keys.ts'
import { call, type Query, reachable, type Way } from '../api.ts'
import { type FailureClass, failureClasses } from '../support/failure-classes.ts'
import { unknownLike } from '../support/unknown-id.ts'

/** What else is wrong with the request. */
interface Wrong extends Way {
  readonly query?: Query
  /** Which of the ids in the path is one that is not there. */
  readonly unknown?: 'project' | 'dataset'
}

interface Case extends Wrong {
  readonly bad: FailureClass
}

const WRONGS: readonly Wrong[] = [
  { endpoint: 'projects', query: { size: 0 } },
  { endpoint: 'datasets', unknown: 'project' },
  { endpoint: 'rows', unknown: 'dataset', query: { size: 0 } },
  { endpoint: 'nodes', query: { page: 0 } },
  { endpoint: 'rows', unknown: 'dataset' },
  { endpoint: 'rows', query: { size: 0 } },
  { endpoint: 'datasets', query: { size: 101 } },
  { endpoint: 'nodes', unknown: 'project' },
  { endpoint: 'projects', query: { page: 'x' } },
  { endpoint: 'rows', unknown: 'project' },
  { endpoint: 'datasets', query: { page: -1 } },
  { endpoint: 'rows', query: { page: 0 } },
  { endpoint: 'nodes', query: { size: 'x' } },
  { endpoint: 'projects', query: { page: 0, size: 1000 } },
]

/** Of the pairs of something wrong and a bad credential; each pair of an endpoint and a credential is among them. */
const MOST = 30

const wrongs = (target: Target): Wrong[] => WRONGS.filter(({ endpoint }) => reachable(target).includes(endpoint))

const anyWrong = (target: Target): fc.Arbitrary<Wrong> => {
  const lists = (['projects', 'datasets', 'nodes'] as const).filter((name) => reachable(target).includes(name))
  const value = fc.oneof(fc.integer({ min: -1000, max: 0 }), fc.integer({ min: 101, max: 2 ** 31 }))
  return fc.oneof(
    fc.constantFrom(...wrongs(target)),
    fc.record({ endpoint: fc.constantFrom(...lists), query: fc.record({ size: value }) }),
  )
}

export default trial<Case, Pair>({
  level: 'stated',
  title: 'A bad credential gets 401 even if the request has other errors',
  clauses: ['5.2', '7.401.any'],
  tried:
    'Every kind of bad credential together with a page or size out of range, and with ids of projects and datasets that do not exist.',
  meaning:
    'Anyone without a key learns which parameters and ids exist, and a client with a bad key gets a misleading error.',
  causes: [
    'parameters are validated, or the project or dataset is looked up, before the key is checked',
    'the key is checked first in one router and last in another',
  ],
  needs: ['key'],
  after: [
    'b.auth.missing-key',
    'b.auth.malformed-key',
    'b.auth.unknown-key',
    'b.auth.wrong-secret',
    'b.auth.revoked-key',
    'b.auth.expired-key',
  ],
  faults: {
    'parameters-first': { order: () => ['query', 'credential', 'permission', 'method', 'lookup'] },
    'parameters-of-rows-first': {
      order: (call) =>
        call.endpoint === 'rows'
          ? ['query', 'credential', 'permission', 'method', 'lookup']
          : call.conforming.order(call),
    },
    'project-first': {
      order: () => ['lookup', 'credential', 'permission', 'method', 'query', 'lookup'],
      bProjectVisible: (project, key) => (key as unknown) === undefined || project.companyId === key.companyId,
    },
    'dataset-first': {
      order: (call) =>
        call.endpoint === 'rows'
          ? ['lookup', 'credential', 'permission', 'method', 'query', 'lookup']
          : call.conforming.order(call),
      bProjectVisible: (project, key) => (key as unknown) === undefined || project.companyId === key.companyId,
    },
    'unprocessable-for-bad-sizes-without-key': {
      refusalStatus: (failure, call) => (failure === 'missing' && call.query('size')[0] === '0' ? 422 : 401),
    },
  },
  cases: {
    first: (target) =>
      alternatePairs(wrongs(target), failureClasses(target))
        .slice(0, MOST)
        .map(([wrong, bad]) => ({ ...wrong, bad })),
    any: (target) =>
      fc
        .tuple(anyWrong(target), fc.constantFrom(...failureClasses(target)))
        .map(([wrong, bad]): Case => ({ ...wrong, bad })),
    count: [3, 30, 200],
  },
  send({ endpoint, query, unknown, bad }, tools) {
    const { target } = tools
    const { project, dataset } = target
    const ids = { project, dataset, ...(unknown && { [unknown]: unknownLike(target[unknown]!) }) }
    const credential = badCredential(target, { class: bad })
    return sendPair(tools, call(target, endpoint), call(target, endpoint, query, { ...ids, credential }), 'get')
  },
  judge(pair) {
    const found = notRefused(pair)
    // What else is wrong with the request explains its status.
    return found?.kind === 'violation' && !isSuccess(pair.bad)
      ? violation(found.expected, found.actual, pair.good, pair.bad)
      : found
  },
})
