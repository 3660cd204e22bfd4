import { at, isArray } from '../../../src/core/json-values.ts'
import { observation } from '../../../src/core/rule.ts'
import { fieldsOf } from '../../../src/judge/observed-response.ts'
import { noise } from '../../shared/freedoms.ts'
import { users } from '../api.ts'

/** In microseconds, as the reference server counts; its users were all updated before. */
const YEAR_2025 = Date.UTC(2025, 0, 1) * 1000

export default observation({
  title: 'The fields of a user and their JSON types',
  clauses: ['2.user.open.fields', '3.open.user-states'],
  tried: 'The records of the first page of GET /users.',
  meaning: 'Nothing is promised beyond the id: a client that reads other fields should expect them to change.',
  after: ['a.users.envelope'],
  freedoms: {
    'ids-as-digits-growing-longer': { aUserId: (id) => String(990 + id) },
    'ids-as-ulids': { aUserId: (id) => `01JD${id.toString(32).toUpperCase().padStart(22, '0')}` },
    'ids-as-uuids-v7': {
      aUserId: (id) =>
        `0193${id.toString(16).padStart(4, '0')}-${id.toString(16).padStart(4, '0')}-7abc-8def-0123456789ab`,
    },
    'ids-with-a-kind': { aUserId: (id) => `usr_${String(id).padStart(9, '0')}` },
    'ids-above-2^53': { aUserId: (id) => 2n ** 62n + BigInt(id) },
    'ids-below-zero': { aUserId: (id) => id - 500 },
    'ids-in-steps-of-millions': { aUserId: (id) => id * 7_919_000 },
    'only-ids': { aUserJson: (_user, id) => ({ id }) },
    'links-signed-anew': {
      aUserJson: (user, id, call) => ({
        avatar: `https://cdn.example/${user.id}.png?expires=${call.now}&signature=${noise(call.n, 4e9).toString(36)}`,
        ...(call.conforming.aUserJson(user, id, call) as object),
        seen_at: new Date(call.now).toISOString(),
      }),
    },
    'members-that-mislead': {
      aUserJson: (user, id) => ({
        data: [],
        pagination: { page: 9, total: 0 },
        error: { code: 'unauthorized', message: 'Invalid or missing API key', status: 401 },
        manager: { id: 1, user_id: '7' },
        user_id: -user.id,
        updated_at: '1999-01-01T00:00:00Z',
        items: null,
        id,
      }),
    },
    'members-in-any-order-and-some-left-out': {
      aUserJson: (user, id, call) =>
        noise(call.n + user.id, 2) === 0
          ? { id, nickname: null }
          : { name: user.name, roles: ['a', 'b'], id, age: 1.5e300 },
    },
    'texts-of-every-kind': {
      aUserJson: (user, id) => ({
        id,
        name: `\u0000"\\/\u2028\ud83d\ude00 é漢 ${user.name}`,
        bio: 'ä'.repeat(500),
        'päth/x.y': {},
      }),
    },
    'times-in-seconds': {
      aUserJson: (user, id) => ({ id, updated: Math.floor(user.updatedAt / 1e6), created_at: '2024-01-01' }),
    },
    'no-user': { seedUsers: () => 0 },
    'one-user': { seedUsers: () => 1 },
    'two-users': { seedUsers: () => 2 },
    '24-users': { seedUsers: () => 24 },
    '25-users': { seedUsers: () => 25 },
    '26-users': { seedUsers: () => 26 },
    '99-users': { seedUsers: () => 99 },
    '100-users': { seedUsers: () => 100 },
    '101-users': { seedUsers: () => 101 },
    '1003-users': { seedUsers: () => 1003 },
    'no-user-one-page': {
      seedUsers: () => 0,
      aTotalPages: (total, perPage) => Math.max(1, Math.ceil(total / perPage)),
    },
    'no-user-at-first': { seedUsers: () => 0, userEveryMs: () => 40 },
    'one-user-at-first': { seedUsers: () => 1, userEveryMs: () => 25 },
    '24-users-at-first': { seedUsers: () => 24, userEveryMs: () => 60 },
    'all-updated-at-one-instant': {
      aUpdatedSince: ({ updatedAt }, since) => Math.max(updatedAt, YEAR_2025) >= since,
      aUserJson: ({ name }, id) => ({ id, name, updated_at: '2025-01-01T00:00:00Z' }),
    },
    'all-updated-today': {
      aUpdatedSince: ({ updatedAt }, since, call) =>
        Math.max(updatedAt, call.once('begun', () => call.now) * 1000) >= since,
    },
    'updated-since-exclusive': { aUpdatedSince: (user, since) => user.updatedAt > since },
  },
  observe: async (tools) => {
    const data = at((await tools.once(users(tools.target))).response?.json, 'data')
    return isArray(data) ? fieldsOf(data) : 'no record to look at'
  },
})
