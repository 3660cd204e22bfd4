import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { trial } from '../../../src/core/rule.ts'
import { type EndpointName, reachable } from '../api.ts'
import { askBy, stopped, worstOf } from '../support/judge-issued-key.ts'
import { newPerson } from '../support/unique-names.ts'

interface Case {
  readonly keys: number
  /** Whether the keys are used before the person leaves. */
  readonly used: boolean
  /** Rounds of requests by every key after the person left. */
  readonly rounds: number
  /** Whether the first of them is a moment later, too. */
  readonly later?: boolean
  /** Where the keys are used: projects where left out. */
  readonly endpoint?: EndpointName
}

interface Evidence {
  /** Nothing of keys that were not used before. */
  readonly before: readonly Exchange[]
  readonly after: readonly (readonly Exchange[])[]
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A key keeps working when the person who issued it leaves',
  clauses: ['2.key.company', '2.key.person-leaves', '2.key.stops'],
  tried: 'A person issues keys and is removed. The keys are used before, immediately after, and a moment later.',
  meaning: 'Integrations stop when somebody leaves the company.',
  causes: [
    'keys are deleted or revoked with the person who issued them, immediately or by a job',
    'a look-up of the key joins that person, or takes the scopes from them',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.removePerson'],
  after: ['b.key.active-at-once'],
  faults: {
    'revoked-with-the-person': {
      bStoppedByRemoval: (keys, person) => keys.filter(({ issuedBy }) => issuedBy === person),
    },
    'the-last-one-revoked': {
      bStoppedByRemoval: (keys, person) => keys.filter(({ issuedBy }) => issuedBy === person).slice(1),
    },
    'issuer-joined-by-one-worker': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`gone ${person}`, admin.now)
        return []
      },
      classify: (check, call) =>
        call.worker === 1 && call.memory.has(`gone ${call.record?.issuedBy}`)
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
    'revoked-by-a-job': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`gone ${person}`, admin.now)
        return []
      },
      keyRevoked: (key, now, call) => {
        const left = call.memory.get(`gone ${key.issuedBy}`) as number | undefined
        return (left !== undefined && now > left + 200) || call.conforming.keyRevoked(key, now, call)
      },
    },
    'issuer-joined-for-the-company': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`gone ${person}`, admin.now)
        return []
      },
      scopeHeld: (key, scope, call) =>
        !(call.endpoint === 'company' && call.memory.has(`gone ${key.issuedBy}`)) &&
        call.conforming.scopeHeld(key, scope, call),
    },
    'scopes-of-the-issuer': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`gone ${person}`, admin.now)
        return []
      },
      scopeHeld: (key, scope, call) =>
        !call.memory.has(`gone ${key.issuedBy}`) && call.conforming.scopeHeld(key, scope, call),
    },
  },
  quickMisses: {
    'issuer-joined-for-the-company': 'quick depth uses the keys at the projects only',
    'issuer-joined-by-one-worker': 'two requests after the person left reach two workers of four at most',
  },
  cases: {
    first: [
      { keys: 2, used: true, rounds: 1, later: true },
      { keys: 1, used: false, rounds: 1 },
      { keys: 2, used: true, rounds: 4, endpoint: 'company' },
      { keys: 1, used: true, rounds: 6, endpoint: 'rows' },
    ],
    byHand: { keys: 1, used: false, rounds: 1 },
    // Only for shrinking a counterexample.
    any: fc.record(
      {
        keys: fc.integer({ min: 1, max: 2 }),
        used: fc.boolean(),
        rounds: fc.integer({ min: 1, max: 6 }),
        later: fc.boolean(),
        endpoint: fc.constantFrom<EndpointName>('company', 'rows'),
      },
      { requiredKeys: ['keys', 'used', 'rounds'] },
    ),
    count: [1, 4, 4],
  },
  async send({ keys: count, used, rounds, later, endpoint: wanted = 'projects' }: Case, tools) {
    const { control } = tools
    const person = newPerson()
    const issuing = Array.from({ length: count }, () => control.b.createKey({ issuedBy: person }))
    const keys = (await Promise.all(issuing)).map(({ key }) => key)
    const endpoint = reachable(tools.target).includes(wanted) ? wanted : 'projects'
    const ask = (note: string) => Promise.all(keys.map((key) => askBy(tools, key, { as: 'active', note, endpoint })))
    const before = used ? await ask('a key just issued') : []
    await control.b.removePerson(person)
    const after: Exchange[][] = []
    if (later) await sleep(2 * PAUSE)
    for (let k = 0; k < rounds; k++) {
      if (k > 1) await sleep(PAUSE)
      after.push([...(await ask('the key after its issuer left'))])
    }
    return { before, after }
  },
  judge: ({ before, after }) =>
    worstOf(after.flatMap((round) => round.map((x, k) => stopped(before[k], x, 'when the person who issued it left')))),
})

/** Milliseconds between later rounds: what a job does when somebody leaves shows then. */
const PAUSE = 300
