import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlStep } from '../../../src/core/control-tools.ts'
import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { shuffled } from '../../../src/judge/uniformity/random.ts'
import { isAccepted, propagationNote } from '../../shared/key-propagation.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { askBy } from '../support/judge-issued-key.ts'
import { untilFast } from '../support/until-fast.ts'

/** Numbers of connections, and of requests before, during and after the revocation. */
interface Load {
  readonly connections: number
  /** The endpoint that they go to; any where left out. */
  readonly to?: EndpointName
  /** Whether it first waits until responses are fast. */
  readonly calm: boolean
  readonly before: number
  readonly during: number
  readonly after: number
}

interface Evidence {
  readonly revoked: ControlStep
  readonly before: readonly Exchange[]
  readonly during: readonly Exchange[]
  /** Sent after the revocation had returned. */
  readonly after: readonly Exchange[]
  /** If some of those were accepted: responses until none is. */
  readonly later: readonly Exchange[]
}

/** Requests to one endpoint in a row, so that as many workers that take turns all see the key there. */
const RUNNING = 4
/** Milliseconds between requests that measure how long a revoked key still works. */
const PAUSES = [50, 100, 200, 400, 800, 1600]

export default trial<Load, Evidence>({
  level: 'stated',
  calm: true,
  title: 'No request sent after a revocation has returned is accepted',
  clauses: ['3.revoke', '3.revoke.instant'],
  tried:
    'A key is revoked while several connections use it. Of the requests sent after the revocation returned none may be accepted, at any endpoint; those in flight may be.',
  meaning: 'A leaked key stays valid for as long as caches remember it.',
  causes: [
    'workers, a gateway or a replica still have the key as active',
    'a worker misses the message that clears its cache',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key'],
  faults: {
    'cached-for-300-ms': { keyMaxAgeMs: () => 300 },
    'cached-for-5-s-by-one-worker': { keyMaxAgeMs: ({ worker }) => (worker === 2 ? 5000 : 0) },
    'unknown-to-one-worker': {
      keyRevoked: (key, now, call) =>
        call.conforming.keyRevoked(key, now, call) && (key.name === 'fixture' || call.worker !== 3),
    },
    'written-to-replicas-100-ms-later': {
      keyTransition: (state, transition, admin) => {
        if (transition === 'revoke') admin.memory.set('last revocation', admin.now)
        return admin.conforming.keyTransition(state, transition, admin)
      },
      keyRevoked: (key, now, call) => {
        const age = now - Number(call.memory.get('last revocation') ?? 0)
        return call.conforming.keyRevoked(key, now, call) && (key.name === 'fixture' || age > 100)
      },
    },
    'cached-at-company-for-a-second': { keyMaxAgeMs: ({ endpoint }) => (endpoint === 'company' ? 1000 : 0) },
    'cached-at-rows-for-a-second': { keyMaxAgeMs: ({ endpoint }) => (endpoint === 'rows' ? 1000 : 0) },
  },
  quickMisses: {
    'cached-for-300-ms': 'on a busy machine the requests after the revocation may be later than that',
    'cached-at-company-for-a-second': 'quick depth asks one endpoint',
    'written-to-replicas-100-ms-later':
      'on a busy machine the four requests after the revocation may be later than that',
    'cached-for-5-s-by-one-worker': 'four requests before the revocation and four after it may miss that worker',
    'unknown-to-one-worker': 'four requests after the revocation may all reach other workers than that one',
  },
  cases: {
    first: [
      { connections: 4, to: 'rows', calm: false, before: 2, during: 1, after: 4 },
      { connections: 6, calm: true, before: 20, during: 3, after: 15 },
    ],
    count: [1, 2, 2],
  },
  async send({ connections, to, calm, before: primers, during: most, after: probes }, tools) {
    const { key } = await tools.control.b.createKey()
    const asked = asking(tools, key, to)
    const [ask, probe] = [asked('active'), asked('revoked')]
    // Not with this key: the cache entries of the workers should be fresh when it is revoked.
    if (calm && !tools.control.byHand) await untilFast(() => tools.promptly(call(tools.target, 'projects')))
    const before = await spread(primers, connections, asked('active', RUNNING))
    let over = false
    const load = tools.control.byHand ? [] : hammer(most, connections, () => (over ? undefined : ask()))
    const revoking = tools.control.b.revokeKey(key).finally(() => {
      over = true
    })
    const probing = revoking.then(() => spread(probes, connections, probe))
    const [{ step: revoked }, during, after] = await Promise.all([revoking, load, probing])
    const later: Exchange[] = []
    for (let last: readonly Exchange[] = after, k = 0; last.some(isAccepted) && k < PAUSES.length; k++) {
      await sleep(PAUSES[k])
      last = await spread(4, 4, probe)
      later.push(...last)
    }
    return { revoked, before, during, after, later }
  },
  judge({ revoked, before, during, after, later }): Finding | undefined {
    if (!before.every(isAccepted)) return unclear('the key was not accepted before it was revoked')
    const sent = [...during.filter((x) => x.sentAt > revoked.returnedAt), ...after]
    const accepted = [...sent, ...later].filter(isAccepted).sort((x, y) => x.sentAt - y.sentAt)
    if (accepted.length === 0) return undefined
    const last = accepted.at(-1)!
    const ms = last.sentAt - revoked.returnedAt
    const end = later.slice(-4).some(isAccepted)
      ? `some still after ${ms} ms`
      : `the last after ${ms} ms, none from then on`
    return headlined(
      `The server accepted a revoked key ${ms} ms after its revocation: ${requestLine(last.req)}`,
      violation(
        '401 as soon as the revocation is confirmed',
        `${accepted.length} of ${count(sent.length + later.length, 'request')} with the revoked key accepted, ${end}`,
        before[0]!,
        ...accepted.slice(0, 2),
        last,
      ),
    )
  },
  note: (all) =>
    propagationNote(
      all.map(({ revoked, during, after, later }) => ({
        returnedAt: revoked.returnedAt,
        later: [...during, ...after, ...later],
      })),
    ),
})

/** Makes requests with a key, several to each endpoint in a row. */
function asking(tools: Tools, key: Key, to?: EndpointName) {
  const all: EndpointName[] = reachable(tools.target)
  const endpoints = to && all.includes(to) ? [to] : all
  return (as: 'active' | 'revoked', running = 1) => {
    const next = inRounds(endpoints, running, tools)
    const note = as === 'active' ? 'a key just issued' : 'the key after its revocation'
    return () => askBy(tools, key, { as, note, endpoint: next() })
  }
}

/** Picks each equally often, several times in a row and in random order, so as not to keep step with workers that take turns. */
function inRounds<T>(all: readonly T[], running: number, { random }: Tools): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = shuffled(all, random).flatMap((one) => Array<T>(running).fill(one))
    return left.pop()!
  }
}

/** Sends `count` requests over several connections, sequentially on each. */
async function spread(count: number, connections: number, ask: () => Promise<Exchange>): Promise<Exchange[]> {
  const xs: Exchange[] = []
  let left = count
  const work = async () => {
    while (left-- > 0) xs.push(await ask())
  }
  await Promise.all(Array.from({ length: connections }, work))
  return xs
}

/** The same, ever more slowly, for as long as there is something to ask. */
async function hammer(
  most: number,
  connections: number,
  ask: () => Promise<Exchange> | undefined,
): Promise<Exchange[]> {
  const xs: Exchange[] = []
  let left = most
  const work = async () => {
    for (let pause = 10; left-- > 0; pause *= 3) {
      const asked = ask()
      if (!asked) return
      xs.push(await asked)
      await sleep(pause)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return xs
}
