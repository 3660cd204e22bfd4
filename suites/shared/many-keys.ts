import { randomBytes } from 'node:crypto'
import type { AdminContext, Behaviour } from '../../reference-server/behaviour.ts'
import { count } from '../../src/core/count.ts'
import type { CredentialClass, Exchange } from '../../src/core/exchange.ts'
import { requestLine } from '../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, type Trial, unclear, violation } from '../../src/core/rule.ts'
import type { Key } from '../../src/core/target.ts'
import { orRefused } from '../../src/engine/control/refused.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import { shuffled } from '../../src/judge/uniformity/random.ts'
import { isAccepted } from './key-propagation.ts'

interface Case {
  readonly keys: number
  /** All keys have one name, and the first is revoked. */
  readonly named?: 'alike'
}

/** A key by its number in the order of creation, with the response to it. */
interface Asked {
  readonly key: number
  readonly x: Exchange
}

interface Evidence {
  readonly created: number
  readonly together: readonly Asked[]
  /** After some keys were revoked: those, and their neighbours. */
  readonly revoked: readonly Asked[]
  readonly left: readonly Asked[]
}

type Use = (
  tools: Tools,
  key: Key,
  about: { as: Extract<CredentialClass, 'active' | 'revoked'>; note: string },
) => Promise<Exchange>

const AT_QUICK = 2
/** Keys that are used while all work: the first and last few, and some between. */
const ENDS = 2
const BETWEEN = 3
const LEAST = 3

/** Creates many keys; uses some, revokes some of those and uses these and their neighbours. */
export function usesMany(
  use: Use,
  more: readonly Case[] = [],
): Pick<Trial<Case, Evidence>, 'cases' | 'send' | 'judge'> {
  return {
    cases: {
      first: [{ keys: 25 }, ...more],
      count: [1, 1 + more.length, 1 + more.length],
      cost: (depth) => (depth === 'quick' ? AT_QUICK : 13 + 4 * more.length),
    },
    async send({ keys: count, named }, tools) {
      const { control, depth, target } = tools
      const side = control[target.variant]
      const name = `conformance ${randomBytes(4).toString('hex')}`
      const create = () => (named ? control.b.createKey({ name }) : side.createKey())
      const keys: Key[] = []
      // One after another: their order matters, and a console may have a limit.
      while (keys.length < count) {
        const made = await orRefused(create())
        if ('refused' in made) break
        keys.push(made.key)
      }
      if (named && keys.length < count) return { created: keys.length, together: [], revoked: [], left: [] }
      const ask = async (key: number, as: 'active' | 'revoked'): Promise<Asked> => ({
        key,
        x: await use(tools, keys[key]!, { as, note: `key ${key + 1} of ${keys.length}, ${as}` }),
      })
      const all = [...keys.keys()]
      if (depth === 'quick') {
        const together = await Promise.all([...new Set([0, all.length - 1])].map((key) => ask(key, 'active')))
        return { created: keys.length, together, revoked: [], left: [] }
      }
      const between = shuffled(all.slice(ENDS, -ENDS), tools.random).slice(0, BETWEEN)
      const used = [...new Set([...all.slice(0, ENDS), ...between, ...all.slice(-ENDS)])]
      const together = await Promise.all(used.map((key) => ask(key, 'active')))
      const gone = named ? [0] : [...new Set([0, Math.floor(keys.length / 2), keys.length - 1])]
      for (const key of gone) await side.revokeKey(keys[key]!)
      const near = gone.map((key) => (key + 1 < keys.length ? key + 1 : key - 1)).filter((key) => !gone.includes(key))
      const revoked = await Promise.all(gone.map((key) => ask(key, 'revoked')))
      const left = await Promise.all([...new Set(near)].map((key) => ask(key, 'active')))
      return { created: keys.length, together, revoked, left }
    },
    judge({ created, together, revoked, left }, { named }): Finding | undefined {
      // A console may refuse a second key of a name.
      if (named && created === 1) return undefined
      if (created < (named ? 1 : LEAST)) return unclear(`the console created ${count(created, 'key')}`)
      const stopped = [...together, ...left].find(({ x }) => !isAccepted(x))
      const open = revoked.find(({ x }) => isAccepted(x))
      if (stopped) {
        const keys = named ? 'keys of its name' : 'keys'
        const when = together.includes(stopped) ? `while ${created} ${keys} existed` : `when other ${keys} were revoked`
        return headlined(
          `An active key stopped working ${when}: key ${stopped.key + 1} of ${created} got ${stopped.x.response?.status ?? 'no response'} for ${requestLine(stopped.x.req)}`,
          explained(
            violation(
              `a success with key ${stopped.key + 1} of ${created} ${when}`,
              responseSummary(stopped.x),
              stopped.x,
            ),
            together.includes(stopped)
              ? 'A new integration stops others, whose keys are still active.'
              : 'Revoking one key stops other integrations.',
            together.includes(stopped)
              ? 'keys beyond a number are dropped, replaced or not loaded'
              : 'a revocation reaches more keys than one',
          ),
        )
      }
      return (
        open &&
        headlined(
          `The server accepted a revoked key: key ${open.key + 1} of ${created} got ${responseSummary(open.x)} for ${requestLine(open.x.req)}`,
          explained(
            violation('401 with a revoked key', responseSummary(open.x), open.x),
            'A leaked key keeps working after it was revoked.',
            'a revocation is lost where there are many keys',
          ),
        )
      )
    },
  }
}

/** The number of a new key in the order of creation, from `newKeyId`. */
const counted: Behaviour['newKeyId'] = (bytes, admin) => {
  const keyId = admin.conforming.newKeyId(bytes, admin)
  const n = Number(admin.memory.get('keys counted') ?? 0) + 1
  admin.memory.set('keys counted', n)
  admin.memory.set(`number ${keyId}`, n)
  return keyId
}
const numberOf = (keyId: string, memory: AdminContext['memory']): number => Number(memory.get(`number ${keyId}`) ?? 0)

export const manyKeysFaults = {
  'twenty-newest-only': {
    newKeyId: counted,
    classify: (check, call) => {
      const failure = call.conforming.classify(check, call)
      if (failure || call.record?.name === 'fixture') return failure
      const newer = Number(call.memory.get('keys counted')) - numberOf(call.record!.keyId, call.memory)
      return newer >= 20 ? 'unknown' : undefined
    },
  },
  'revoking-takes-the-next-key-too': {
    newKeyId: counted,
    keyRevoked: (key, now, call) => {
      const revoked = call.conforming.keyRevoked(key, now, call)
      const n = numberOf(key.keyId, call.memory)
      if (revoked && key.name !== 'fixture') call.memory.set(`revoked number ${n}`, true)
      return revoked || (key.name !== 'fixture' && call.memory.has(`revoked number ${n - 1}`))
    },
  },
  'half-of-the-older-ones-are-lost': {
    newKeyId: counted,
    classify: (check, call) => {
      const failure = call.conforming.classify(check, call)
      if (failure || call.record?.name === 'fixture') return failure
      const n = numberOf(call.record!.keyId, call.memory)
      return n % 2 === 1 && Number(call.memory.get('keys counted')) - n >= 18 ? 'unknown' : undefined
    },
  },
} satisfies Record<string, Partial<Behaviour>>

export const manyKeysQuickMisses = {
  'revoking-takes-the-next-key-too': 'quick depth revokes none of the keys',
  'half-of-the-older-ones-are-lost': 'quick depth uses the first and the last key',
} as const
