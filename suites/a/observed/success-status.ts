import { observation } from '../../../src/core/rule.ts'
import { unsteadyServers } from '../../shared/freedoms.ts'
import { users } from '../api.ts'
import { pauses, usersLeave, usersTouched } from '../support/freedoms.ts'

export default observation({
  title: 'The status of a success',
  clauses: ['4.open.success-status'],
  tried: 'GET /users with the active key.',
  meaning: 'A client should treat any 2xx as a success.',
  freedoms: {
    'non-authoritative': { successStatus: () => 203 },
    'partial-content-while-more-follows': {
      successStatus: ({ page = 1n, size = 25 }) => (page * BigInt(size) < 237n ? 206 : 200),
    },
    created: { successStatus: () => 201 },
    'multi-status-for-some-pages': { successStatus: ({ size = 0 }) => (size % 3 === 2 ? 207 : 200) },
    ...unsteadyServers(pauses, { status: 504, headers: [], body: '' }),
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
