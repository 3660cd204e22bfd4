import { isDeepStrictEqual } from 'node:util'
import { count } from '../../core/count.ts'
import { isSuccess } from '../../core/exchange.ts'
import {
  type Depth,
  differing,
  type Finding,
  headlined,
  type Tools,
  type Trial,
  unclear,
  violation,
} from '../../core/rule.ts'
import type { Secrets } from '../../core/secret-text.ts'
import type { Answer, Block } from './blocks.ts'
import { type Contrast, contrastOf, distance } from './contrast.ts'
import { featureOf } from './derived-columns.ts'
import {
  describeDifference,
  describeSignificance,
  differenceShown,
  furtherStates,
  leakHeadline,
  othersWithoutHeader,
} from './describe-difference.ts'
import { newSeed } from './random.ts'
import { type Confirmed, confirm, type Flag, partsPlacebo, screen } from './screen-and-confirm.ts'
import { type BlockMaker, Interrupted, sendBlocks } from './send-blocks.ts'
import { plainness } from './splits.ts'

/** Number of blocks of the first stage; the second stage sends twice as many. */
interface UniformCase {
  readonly blocks: number | 'by depth'
}

export const BLOCKS: Readonly<Record<Depth, number>> = { quick: 3, standard: 20, exhaustive: 100 }

/** Number of requests per block. */
const EACH_BLOCK = 6.5

interface UniformOptions {
  /**
   * Prepares the blocks of a run. All requests of a block have the same form, endpoint, path, headers and length in bytes; what
   * differs between blocks rotates. A class keeps its key for the whole run, and no class shares its key_id with another more
   * often than the others do.
   */
  readonly blocks: (tools: Tools) => BlockMaker | Promise<BlockMaker>
}

/**
 * The part of a trial that tests whether responses to invalid credentials reveal the kind of failure. Spread it into
 * `trial({ ... })`.
 */
export function uniformTrial({
  blocks,
}: UniformOptions): Pick<Trial<UniformCase, UniformEvidence>, 'cases' | 'send' | 'judge'> {
  return {
    cases: {
      first: [{ blocks: 'by depth' }],
      count: [1, 1, 1],
      cost: (depth) => BLOCKS[depth] * EACH_BLOCK,
      inWords: () => 'every kind of invalid credential at documented paths, in random order',
    },
    send: async (c, tools) => send(c, await blocks(tools), tools),
    judge: (evidence, _, target): Finding | undefined => verdict(evidence, target.secrets),
  }
}

async function send({ blocks }: UniformCase, make: BlockMaker, tools: Tools): Promise<UniformEvidence> {
  const blockCount = blocks === 'by depth' ? BLOCKS[tools.depth] : blocks
  // The second stage sends the blocks of the first again, twice: a difference may exist in few of them only.
  const block: BlockMaker = (i, stage) => make(i % blockCount, stage)
  const seeds = [newSeed(() => tools.random()), newSeed(() => tools.random())] as const
  const evidence: UniformEvidence = { seeds, first: [], fresh: [] }
  try {
    const first = await sendBlocks({ from: 0, to: blockCount, stage: 'screen' }, block, tools)
    const flagged = screen(first, tools.target.secrets, seeds[0]).length > 0
    const fresh = flagged
      ? await sendBlocks({ from: blockCount, to: 3 * blockCount, stage: 'confirm' }, block, tools)
      : []
    const plain = flagged ? await sendPlainly({ seeds, first, fresh }, tools) : []
    return { seeds, first, fresh, ...(plain.length > 0 && { plain }) }
  } catch (error) {
    if (error instanceof Interrupted) return { ...evidence, stopped: error.message }
    throw error
  }
}

/** The pair that shows the difference, again with as few headers as show it, and not by the client of its block. */
async function sendPlainly(evidence: UniformEvidence, { target, get }: Tools): Promise<Answer[]> {
  const { real } = differences(screen(evidence.first, target.secrets, evidence.seeds[0]), evidence, target.secrets)
  if (real.length === 0) return []
  const [{ one, contrast }] = byClearness(real)
  const { pair } = contrast
  const all = new Set(pair.flatMap(({ exchange: { req } }) => (req.headers ?? []).map(([name]) => name)))
  if (all.size === 0 && pair.every(({ exchange: { req } }) => !req.client)) return []
  const send = (names: ReadonlySet<string>) =>
    Promise.all(
      pair.map(async ({ exchange, ...about }): Promise<Answer> => {
        const { headers = [], client: _client, ...req } = exchange.req
        const kept = headers.filter(([name]) => names.has(name))
        return { ...about, exchange: await get({ ...req, ...(kept.length > 0 && { headers: kept }) }) }
      }),
    )
  const shown = differenceShown(one.split.feature, pair)
  const shows = (some: readonly Answer[]) => isDeepStrictEqual(differenceShown(one.split.feature, some), shown)
  let plain = await send(new Set())
  if (shown === undefined || shows(plain)) return plain
  let needed = all
  // None at last: all that are needed, by the suite's own client.
  for (const name of [...all, undefined]) {
    const fewer = needed.difference(new Set([name]))
    const sent = await send(fewer)
    if (shows(sent)) [needed, plain] = [fewer, sent]
  }
  return plain
}

/** The complete input of the verdict. JSON. */
export interface UniformEvidence {
  /** Seeds of the permutations, by stage. */
  readonly seeds: readonly [number, number]
  /** Blocks of the first stage. */
  readonly first: readonly Block[]
  /** Blocks of the second stage; empty if the first flagged nothing. */
  readonly fresh: readonly Block[]
  /** See `sendPlainly`. */
  readonly plain?: readonly Answer[]
  /** Why sending ended early. */
  readonly stopped?: string
}

const EXPECTED = 'the same 401 for every bad credential'

export function verdict(evidence: UniformEvidence, secrets: Secrets): Finding | undefined {
  const { seeds, first, fresh, stopped } = evidence
  if (stopped) return unclear(stopped)
  if (!hasRefusal(first)) return unclear('no response to an invalid credential is a 401: there is nothing to compare')
  const flags = screen(first, secrets, seeds[0])
  if (flags.length === 0) return undefined
  if (fresh.length === 0) return unclear('a difference was found once and not tested again')
  return secondStage(flags, evidence, secrets)
}

/** The differences that the second stage confirms; `real`: those that depend on the state of a key. */
function differences(flags: readonly Flag[], { seeds, first, fresh }: UniformEvidence, secrets: Secrets) {
  const confirmed = confirm(flags, { first, fresh }, secrets, seeds[1])
  return { confirmed, real: confirmed.filter(({ split, table }) => !partsPlacebo(split, table, seeds[1])) }
}

/** The finding after the second stage. */
export function secondStage(flags: readonly Flag[], evidence: UniformEvidence, secrets: Secrets) {
  const { confirmed, real } = differences(flags, evidence, secrets)
  if (confirmed.length === 0) return undefined
  if (real.length > 0) return leak(real, evidence)
  const why =
    'responses to unknown key_ids differ among themselves, so the difference does not depend on the state of a key'
  return unclear(`${why}: ${describe(confirmed[0]!)}`)
}

/** The differences, the clearest first: best in all blocks and plain to read. */
function byClearness(confirmed: readonly Confirmed[]) {
  const contrasts = confirmed.map((one) => ({ one, contrast: contrastOf(one) }))
  const clearness = ({ one: { split }, contrast }: (typeof contrasts)[number]) =>
    distance(contrast) + (split.part === '' ? 0.1 : 0) - plainness(split.feature) / 100
  return contrasts.sort((a, b) => clearness(b) - clearness(a)) as [(typeof contrasts)[number]]
}

function leak(confirmed: readonly Confirmed[], { first, fresh, plain = [] }: UniformEvidence): Finding {
  const contrasts = byClearness(confirmed)
  const [{ one, contrast }] = contrasts
  const named = contrasts.map(({ one: { split }, contrast }) => ({ split, contrast }))
  const [shown, plainly] = [contrast.pair, plain].map((pair) => differenceShown(one.split.feature, pair))
  const isPlain = shown !== undefined && isDeepStrictEqual(shown, plainly)
  const exchanges = (isPlain ? plain : contrast.pair).map(({ exchange }) => exchange)
  const what = describeDifference(one.split, contrast) + othersWithoutHeader(one.split, contrast, [...first, ...fresh])
  const found = headlined(
    leakHeadline(one.split, contrast),
    // What else differs where a key is accepted is known.
    violation(EXPECTED, `${what}${exchanges.some(isSuccess) ? '' : others(furtherStates(named))}`, ...exchanges),
  )
  const needs = isPlain ? plain.flatMap(({ exchange: { req } }) => (req.headers ?? []).map(([name]) => name)) : []
  const note = [
    ...(needs.length > 0 ? [`it takes the header ${[...new Set(needs)].join(' and ')}`] : []),
    describeSignificance(one.p, { ...contrast, pair: isPlain ? plain : contrast.pair }, isOpen(one.split.feature)),
  ].join('; ')
  const isOfForm = isForm(contrast.classes)
  return {
    ...differing(found, shown),
    ...(isOfForm
      ? { impact: `Anyone learns whether ${learntFrom(contrast.classes)}, before a key is looked up; ${UNRECOGNISED}` }
      : contrast.classes.every((words) => LAPSED.test(words))
        ? { impact: impactOfLapsed(contrast) }
        : isOfKnown(contrast) && { impact: OF_KNOWN }),
    causes: causesOf(one.split.feature, contrast),
    note,
  }
}

function causesOf(feature: string, contrast: Contrast): readonly string[] {
  if (OF_GATEWAYS.test(featureOf(feature).carrier.name)) return [BY_GATEWAY, OWN_RESPONSE]
  if (isOnlyMalformed(contrast)) return [WRONG_FORM]
  if (contrast.classes.join() === 'no key') return [WITHOUT_KEY]
  if (isForm(contrast.classes) || isForm(contrast.others)) return BEFORE_LOOKUP
  if (featureOf(feature).carrier.kind === 'status') return [OTHER_STEP, ...(isOfKnown(contrast) ? [WHEN_KNOWN] : [])]
  return [isOfKnown(contrast) ? WHEN_KNOWN : OWN_RESPONSE]
}

/** A header or the connection, which the reference does not show. */
const isOpen = (feature: string): boolean => /^(header|connection)/.test(featureOf(feature).carrier.kind)

/** What sets only these apart says nothing about keys that exist. */
const NOT_LOOKED_UP: readonly string[] = ['no key', 'a malformed key']
const isForm = (all: readonly string[]) => all.length > 0 && all.every((words) => NOT_LOOKED_UP.includes(words))
const UNRECOGNISED = 'a client that knows one 401 may not recognise the other.'
const learntFrom = (classes: readonly string[]): string =>
  classes.length > 1
    ? 'a key was sent and its form is right'
    : classes[0] === 'no key'
      ? 'a key was sent'
      : 'the form of a key is right'

/** Whether the classes are all those whose key_id exists, or all others. */
function isOfKnown({ classes, others }: Contrast): boolean {
  const isUnknown = (words: string) => NOT_LOOKED_UP.includes(words) || words.startsWith('an unknown key')
  const isKnown = (words: string) => !isUnknown(words)
  if (others.length === 0) return false
  return (classes.every(isKnown) && others.every(isUnknown)) || (classes.every(isUnknown) && others.every(isKnown))
}
/** Headers that gateways, caches and servers in front of the API write. */
const OF_GATEWAYS = /^(via|server|x-cache.*|x-served-by|cf-.*|x-amz.*|x-envoy.*|x-kong.*|x-varnish)$/i
const BY_GATEWAY = 'a gateway or an edge in front of the API refuses these keys itself, or the others'
const isOnlyMalformed = ({ classes, others }: Contrast): boolean =>
  classes.join() === 'a malformed key' && others.includes('no key')
const WRONG_FORM = 'keys of a wrong form are rejected by other code, or by a gateway, before a key is looked up'
const WITHOUT_KEY = 'a request without a key is refused by other code than one with a bad key, or by a gateway'
const BEFORE_LOOKUP = [
  'keys of a wrong form, or missing ones, are rejected by other code, or by a gateway, before a key is looked up',
  'something is set once a key is looked up: a header, a timing, a cookie',
]
const OWN_RESPONSE = 'each check of a key writes its own response: here another header, word or space'
const OTHER_STEP =
  'these keys are refused at another step than the others, such as after the method, the path or a parameter is checked: its error comes first'
const WHEN_KNOWN = 'something is set or done as soon as the key_id is found: a header, a counter, another response'

const OF_KNOWN = 'Anyone who tries key_ids learns which of them exist.'

/** A key with the right secret, which trying does not find. */
const LAPSED = /^the (revoked|expired|disabled) key$/
const impactOfLapsed = ({ others, further }: Contrast): string =>
  `Anyone who holds a key, such as a stolen one, learns that it was once valid${further || others.some((words) => LAPSED.test(words)) ? ', and what became of it' : ''}.`

const MOST_NAMED = 3

/** Names the further differences, which usually have the same cause. */
function others(distinct: readonly string[]): string {
  const rest = distinct.length - MOST_NAMED
  const named = distinct.slice(0, MOST_NAMED).map((state) => `; also ${state}`)
  return named.join('') + (rest > 0 ? `; and ${count(rest, 'more difference')}` : '')
}

const describe = (one: Confirmed): string => describeDifference(one.split, contrastOf(one))

const hasRefusal = (blocks: readonly Block[]): boolean =>
  blocks.some(({ answers }) => answers.some(({ exchange }) => exchange.response?.status === 401))
