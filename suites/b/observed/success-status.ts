import type { Json } from '../../../src/core/json.ts'
import { observation } from '../../../src/core/rule.ts'
import { call, reachable } from '../api.ts'
import { early, noise, pauses } from '../support/freedoms.ts'

export default observation({
  title: 'the status of a success, on each endpoint',
  clauses: ['7.open.statuses'],
  tried: 'every endpoint with the active key',
  meaning: 'a client should take any 2xx as a success',
  freedoms: {
    'non-authoritative': { successStatus: () => 203 },
    'partial-content-of-lists': { successStatus: (call) => (call.endpoint === 'company' ? 200 : 206) },
    'another-at-each-endpoint': {
      successStatus: ({ endpoint }) =>
        200 + (['projects', 'datasets', 'nodes', 'rows', 'company'].indexOf(endpoint) % 4),
    },
    'multi-status-for-some-pages': { successStatus: ({ size = 0 }) => (size % 3 === 2 ? 207 : 200) },
    'other-reason-phrases': { reasonPhrase: (status) => (status < 300 ? 'Fine' : '') },
    slow: { latencyMs: (call) => 5 + noise(call.n, 30) },
    'one-in-a-hundred-503': pauses(503, 100),
    'one-in-a-hundred-502-and-504': {
      gateway: (call) => pauses(502, 150).gateway!(call) ?? (call.n % 170 === 5 ? early(504) : undefined),
    },
    'one-in-a-hundred-reset': { dropped: ({ n }) => (n % 100 === 99 ? 'before' : 'no') },
    'one-in-a-hundred-cut-short': { dropped: ({ n }) => (n % 100 === 42 ? 'midway' : 'no') },
    'flaky-and-slow': {
      ...pauses(503, 70, '0'),
      dropped: ({ n }) => (n % 90 === 33 ? 'before' : 'no'),
      latencyMs: (call) => noise(call.n, 25),
    },
    'connection-close': { connection: () => 'close' },
    'connection-closed-now-and-then': { connection: ({ n }) => (n % 7 === 0 ? 'close' : 'keep-alive') },
    'short-keep-alive': { keepAliveMs: () => 1, latencyMs: (call) => noise(call.n, 9) },
    'base-url-with-a-path': { basePath: () => '/eu-1/tenants/acme.v2/~gateway' },
  },
  observe: async (tools): Promise<Json> => {
    const answers = reachable(tools.target).map(async (name) => {
      const x = await tools.once(call(tools.target, name, name === 'rows' ? { page: 1 } : {}))
      return [name, x.response?.status ?? null] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
