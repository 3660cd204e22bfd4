import { type Exchange, isTransient, type Response } from '../../core/exchange.ts'
import type { Tools } from '../../core/rule.ts'
import type { Block, LabelledRequest } from './blocks.ts'
import { newSeed, seeded, shuffled } from './random.ts'
import { digest } from './shorten.ts'

/** Maximum number of retries of an interrupted block. */
const REPEATS = 3

/** Creates block `i` of the run. Called once for each `i`. */
export type BlockMaker = (i: number, random: () => number) => readonly LabelledRequest[]

/** Thrown when a block is interrupted in every attempt. */
export class Interrupted extends Error {}

/** Sends the blocks `from` (inclusive) to `to` (exclusive). */
export async function sendBlocks(
  { from, to }: { from: number; to: number },
  block: BlockMaker,
  strata: (requests: readonly LabelledRequest[]) => readonly string[],
  tools: Tools,
): Promise<Block[]> {
  const random = () => tools.random()
  const blocks = Array.from({ length: to - from }, (_, k) => block(from + k, random))
  // Each block has its own seed, so that the order of responses does not matter.
  const seeds = blocks.map(() => newSeed(random))
  const share = sharingBodies()
  const send = async (requests: readonly LabelledRequest[], k: number): Promise<Block> => ({
    strata: strata(requests),
    answers: (await sendWhole(requests, tools, seeded(seeds[k]!))).map(({ label, exchange }) => ({
      label,
      exchange: share(exchange),
    })),
  })
  // The first block alone detects a server that interrupts every block; the others run concurrently.
  const first = await send(blocks[0]!, 0)
  const others = blocks.slice(1).map((requests, k) => send(requests, k + 1))
  // Waits for all blocks even if one fails.
  await Promise.allSettled(others)
  return [first, ...(await Promise.all(others))]
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
      return exchanges.map((exchange, k) => ({ label: inOrder[k]!.label, exchange }))
    }
  }
  throw new Interrupted(`${REPEATS + 1} times, a series of requests was interrupted: ${trouble ?? 'not all were sent'}`)
}

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

/** Why an exchange is not comparable with the others: it failed, is transient, or needed a retry. */
function troubleOf({ response, problem, retries }: Exchange): string | undefined {
  if (problem) return problem.message
  if (response && isTransient(response.status)) return `status ${response.status}`
  return retries > 0 ? 'a request had to be sent again' : undefined
}
