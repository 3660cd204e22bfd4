import { setTimeout as sleep } from 'node:timers/promises'
import { type Exchange, isSuccess, isTransient, type Req } from '../../../src/core/exchange.ts'
import { randomFrom, seedFor } from '../../../src/core/random.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Depth, explained, type Finding, headlined, moved, type Tools, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'

/** Different requests, and how many of each are sent at the same time; at exhaustive depth more than a usual pool of ten serves. */
const DIFFERENT = 2
const EACH: Readonly<Record<Depth, number>> = { quick: 3, standard: 3, exhaustive: 8 }
/** Number of requests where nothing differs. */
export const concurrentCost = (depth: Depth): number => DIFFERENT * (1 + EACH[depth])
/** Rounds that confirm a difference, after the first. */
const AGAIN = 2
/** Milliseconds in which the other rules at the end of the run send their requests: alone means without those. */
const UNTIL_ALONE = 300

/** The response to each request sent alone, then to all of them sent several times at once. */
export interface Round {
  readonly alone: readonly Exchange[]
  readonly together: readonly Exchange[]
}

/** Whether two responses to one request agree while the data does not change, or grows in between. */
type Alike = (earlier: Exchange, later: Exchange) => boolean

/** The first of the requests, and others by the seed. */
export function someOf(all: readonly Req[], seed: number): Req[] {
  const random = randomFrom(seedFor(seed, 'concurrent'))
  const mixed = all.slice(1).map((req) => [random(), req] as const)
  const others = mixed.sort(([one], [other]) => one - other).map(([, req]) => req)
  return [...all.slice(0, 1), ...others].slice(0, DIFFERENT)
}

/** Sends requests alone and together; several times if a response differs. */
export async function sendRounds(reqs: readonly Req[], alike: Alike, tools: Tools): Promise<Round[]> {
  await sleep(UNTIL_ALONE)
  const rounds: Round[] = []
  do {
    const several = Array.from({ length: EACH[tools.depth] }, () => reqs).flat()
    // A server may draw what it returns: then requests alone differ, too.
    const alone = await tools.inSequence(rounds.length === 0 ? reqs : several)
    rounds.push({ alone, together: await Promise.all(several.map(tools.promptly)) })
  } while (rounds.length <= AGAIN && otherIn(rounds[0]!, alike) >= 0)
  return rounds
}

export function judgeRounds(rounds: readonly Round[], alike: Alike): Finding | undefined {
  const first = rounds[0]!
  const { length } = first.alone
  const at = otherIn(first, alike)
  if (at < 0 || !first.alone.every(isSuccess)) return undefined
  const isSteady = rounds.every(({ alone }) => alone.every((x, i) => alike(first.alone[i % length]!, x)))
  if (!isSteady || rounds.some((round) => otherIn(round, alike) < 0))
    return moved('the responses to the same request differ')
  return different(first.alone[at % length]!, first.together[at]!, first.together.length)
}

/** Index of a concurrent response that differs from that to the request alone. A server may refuse more than it can serve. */
const otherIn = ({ alone, together }: Round, alike: Alike): number =>
  together.findIndex((x, i) => x.response && !isTransient(x.response.status) && !alike(alone[i % alone.length]!, x))

function different(alone: Exchange, x: Exchange, count: number): Finding {
  const [expected, got] = [responseSummary(alone), responseSummary(x)]
  const actual = got === expected ? `${got}, with other data` : got
  const found = headlined(
    `Among ${count} concurrent requests, ${requestLine(x.req)} returned ${actual}; sent alone, ${expected}`,
    violation(`${expected}, as for the request alone`, actual, alone, x),
  )
  return explained(
    found,
    'A client that sends several requests at the same time loses records, or gets those of another request.',
    'a circuit breaker, a pool or a time limit falls back to an empty page under load',
    'a variable or buffer is shared by the requests that are under way',
  )
}
