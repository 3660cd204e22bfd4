import type { Behaviour } from '../../../reference-server/behaviour.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Tools, Trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type EndpointName, reachable } from '../api.ts'
import { askBy, stopped, worstOf } from './judge-issued-key.ts'
import { newPerson } from './unique-names.ts'

interface Case {
  readonly keys: number
  readonly endpoint: EndpointName
}

interface Evidence {
  readonly before: readonly Exchange[]
  readonly after: readonly Exchange[]
}

/** Issues keys as a new person, changes this person, and uses the keys before and after (at quick depth only after). */
export function outlives(
  change: (person: string, tools: Tools) => Promise<unknown>,
  what: string,
): Pick<Trial<Case, Evidence>, 'cases' | 'send' | 'judge'> {
  return {
    cases: {
      first: [
        { keys: 1, endpoint: 'projects' },
        { keys: 2, endpoint: 'rows' },
      ],
      count: [1, 2, 2],
      cost: (depth) => (depth === 'quick' ? 1 : 6),
    },
    async send({ keys: count, endpoint: wanted }, tools) {
      const person = newPerson()
      const keys: Key[] = []
      while (keys.length < count) keys.push((await tools.control.b.createKey({ issuedBy: person })).key)
      const endpoint = reachable(tools.target).includes(wanted) ? wanted : 'projects'
      const ask = (note: string) => Promise.all(keys.map((key) => askBy(tools, key, { as: 'active', note, endpoint })))
      const before = tools.depth === 'quick' ? [] : await ask('a key just issued')
      await change(person, tools)
      return { before, after: await ask(`the key after its issuer ${what}`) }
    },
    judge: ({ before, after }) =>
      worstOf(after.map((x, k) => stopped(before[k], x, `when the person who issued it ${what}`))),
  }
}

type Stopped = Behaviour['bStoppedByPassword'] & Behaviour['bStoppedByRole']

/** Servers on which keys stop with a change of their issuer. `by`: the server whose change stops these keys. */
export const stoppingFaults = (by: (stopped: Stopped) => Partial<Behaviour>) => ({
  'all-keys-revoked': by((keys, person) => keys.filter(({ issuedBy }) => issuedBy === person)),
  'rows-closed': {
    ...by((_keys, person, admin) => {
      admin.memory.set(`changed ${person}`, true)
      return []
    }),
    scopeHeld: (key, scope, call) =>
      !(call.endpoint === 'rows' && call.memory.has(`changed ${key.issuedBy}`)) &&
      call.conforming.scopeHeld(key, scope, call),
  } satisfies Partial<Behaviour>,
  'newest-key-revoked': by((keys, person) => keys.filter(({ issuedBy }) => issuedBy === person).slice(-1)),
})
