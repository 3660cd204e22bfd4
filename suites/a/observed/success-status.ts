import { observation } from '../../../src/core/rule.ts'
import { users } from '../api.ts'
import { noise, pauses, usersLeave, usersTouched } from '../support/freedoms.ts'

export default observation({
  title: 'the status of a success',
  clauses: ['4.open.success-status'],
  tried: 'GET /users with the active key',
  meaning: 'a client should take any 2xx as a success',
  freedoms: {
    'non-authoritative': { successStatus: () => 203 },
    'partial-content-while-more-follows': {
      successStatus: ({ page = 1n, size = 25 }) => (page * BigInt(size) < 237n ? 206 : 200),
    },
    created: { successStatus: () => 201 },
    'multi-status-for-some-pages': { successStatus: ({ size = 0 }) => (size % 3 === 2 ? 207 : 200) },
    'other-reason-phrases': { reasonPhrase: (status) => (status < 300 ? 'Fine' : '') },
    slow: { latencyMs: (call) => 5 + noise(call.n, 30) },
    'one-in-a-hundred-503': pauses(503, 100),
    'one-in-a-hundred-502-and-504': {
      gateway: (call) =>
        pauses(502, 150).gateway!(call) ?? (call.n % 170 === 5 ? { status: 504, headers: [], body: '' } : undefined),
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
    'users-leave': usersLeave(60),
    'users-are-updated': usersTouched(25),
    'users-come-fast': { userEveryMs: () => 10 },
    'users-come-leave-and-are-updated': {
      ...usersLeave(90),
      userEveryMs: () => 20,
      aUpdatedSince: (user, since, call) =>
        usersLeave(90).aUpdatedSince!(user, Number.NEGATIVE_INFINITY, call) &&
        usersTouched(40).aUpdatedSince!(user, since, call),
    },
  },
  observe: async (tools) => (await tools.once(users(tools.target))).response?.status ?? null,
})
