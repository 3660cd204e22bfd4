import { type Exchange, isTransient, type Response } from '../../core/exchange.ts'
import type { Tools } from '../../core/rule.ts'
import type { Answer, Block, LabelledRequest, RequestBlock } from './blocks.ts'
import { newSeed, seeded, shuffled } from './random.ts'
import { digest } from './shorten.ts'

/** Maximum number of retries of an interrupted block. */
const REPEATS = 3

/** The first stage looks for differences, the second tests them on fresh responses. */
export type Stage = 'screen' | 'confirm'

/** Creates block `i` of the run, from 0. Placebos are needed in the second stage only. */
export type BlockMaker = (i: number, stage: Stage) => RequestBlock

/** Thrown when a block is interrupted in every attempt. */
export class Interrupted extends Error {}

/** Sends the blocks `from` (inclusive) to `to` (exclusive). */
export async function sendBlocks(
  { from, to, stage }: { from: number; to: number; stage: Stage },
  block: BlockMaker,
  tools: Tools,
): Promise<Block[]> {
  const blocks = Array.from({ length: to - from }, (_, k) => block(from + k, stage))
  // Each block has its own seed, so that the order of responses does not matter.
  const seeds = blocks.map(() => newSeed(() => tools.random()))
  const share = sharingBodies()
  const send = async ({ requests, ...about }: RequestBlock, k: number): Promise<Block> => {
    const answers = await sendWhole(requests, tools, seeded(seeds[k]!))
    return { ...about, answers: answers.filter(isCompared).map((a) => ({ ...a, exchange: share(a.exchange) })) }
  }
  // The first block alone detects a server that interrupts every block; the others run concurrently.
  const first = await send(blocks[0]!, 0)
  const others = blocks.slice(1).map((one, k) => send(one, k + 1))
  // Waits for all blocks even if one fails.
  await Promise.allSettled(others)
  const sent = [first, ...(await Promise.all(others))]
  const limited = onlyLimited(sent)
  if (limited) throw new Interrupted(`429 came ${limited.times} times, and only to requests with ${limited.words}`)
  return sent
}

/** Responses with 429, all to one class, that are no coincidence. */
const MOST_LIMITED = 6

/** The class that alone was rate limited: its responses cannot be compared. */
function onlyLimited(blocks: readonly Block[]): { readonly times: number; readonly words: string } | undefined {
  const limited = blocks.flatMap(({ answers }) => answers).filter(({ exchange }) => exchange.limited)
  const [first, ...others] = limited
  const isOne = first && limited.length >= MOST_LIMITED && others.every(({ label }) => label === first.label)
  return isOne ? { times: limited.length, words: first.words } : undefined
}

async function sendWhole(
  requests: readonly LabelledRequest[],
  tools: Tools,
  random: () => number,
): Promise<Block['answers']> {
  let trouble: string | undefined
  for (let attempt = 0; attempt <= REPEATS; attempt++) {
    const inOrder = shuffled(requests, random)
    const exchanges = await tools.series(inOrder.map(({ req }) => req))
    trouble = exchanges.map(troubleOf).find((text) => text !== undefined)
    if (trouble === undefined && exchanges.length === inOrder.length) {
      return exchanges.map((exchange, k) => answerTo(inOrder[k]!, exchange))
    }
  }
  throw new Interrupted(`${REPEATS + 1} times, a series of requests was interrupted: ${trouble ?? 'not all were sent'}`)
}

const answerTo = ({ req: _, ...about }: LabelledRequest, exchange: Exchange): Answer => ({ ...about, exchange })

const isCompared = ({ onlyIf401, exchange }: Answer): boolean => !onlyIf401 || exchange.response?.status === 401

/** Bytes from which a body is shared, and of all that are held side by side. */
const [LONG, MAX_LONG] = [16 * 1024, 32 * 1024 * 1024]

/** Shares the memory of identical long bodies. Throws `Interrupted` when too many differ. */
function sharingBodies(): (x: Exchange) => Exchange {
  const bodies = new Map<string, Response>()
  let bytes = 0
  return (x) => {
    const { response } = x
    if (response?.text === undefined || response.bytes < LONG) return x
    const key = digest(response.text)
    const earlier = bodies.get(key)
    if (earlier?.text === response.text) {
      const { text, json } = earlier
      return { ...x, response: { ...response, text, ...(json !== undefined && { json }) } }
    }
    bytes += response.bytes
    if (bytes > MAX_LONG) throw new Interrupted(`more than ${MAX_LONG} bytes of refusals that differ`)
    bodies.set(key, response)
    return x
  }
}

/** Why an exchange is not comparable with the others: it failed, is transient, or needed a retry for another reason than 429. */
function troubleOf({ response, problem, retries, limited }: Exchange): string | undefined {
  if (problem) return problem.message
  if (response && isTransient(response.status)) return `status ${response.status}`
  // Behind a rate limiter hardly any series is sent without a 429.
  return retries > 0 && !limited ? 'a request had to be sent again' : undefined
}
