import type { Exchange, Req } from '../../core/exchange.ts'

/** The header that makes a request without a key as long as one with a key. */
export const PADDING = 'X-Padding'

/**
 * One request of a block. Labels must be exchangeable, so the requests of a block differ only in the credential: they have the
 * same form, endpoint, path and length in bytes (another header pads a request without a key). Each class keeps one key for the
 * whole run. The placebo has its own key_id.
 */
export interface LabelledRequest {
  /** Identifies the failure class. */
  readonly label: string
  /** The class in words: `the revoked key`. */
  readonly words: string
  readonly req: Req
  /** An unissued key_id, which no server can distinguish from another. */
  readonly isPlacebo?: true
  /** That this class gets 401 is only implied: a response with another status is not compared. */
  readonly onlyIf401?: true
}

/** The exchange of one request of a block. */
export interface Answer extends Omit<LabelledRequest, 'req'> {
  readonly exchange: Exchange
}

interface Stratified {
  /** Common properties of all requests of the block: `by Bearer`, `on /projects`. */
  readonly strata: readonly string[]
  /** What it lacks of the strata of others, for descriptions: `without these headers`. */
  readonly lacks?: readonly string[]
  /** Where it is sent, for example the endpoint: a server may count the requests of a credential by place. */
  readonly place: string
}

/** One request per failure class, to be sent in random order over one connection. */
export interface RequestBlock extends Stratified {
  readonly requests: readonly LabelledRequest[]
}

/** A block with its responses, in the order of sending. */
export interface Block extends Stratified {
  readonly answers: readonly Answer[]
}

/** The strata that contain at least two blocks, but not all. */
export function partsOf(blocks: readonly Block[]): string[] {
  const names = [...new Set(blocks.flatMap((block) => block.strata))]
  return names.filter((name) => {
    const count = blocks.filter((block) => block.strata.includes(name)).length
    return count >= 2 && count < blocks.length
  })
}

/** Filters the responses, and drops blocks with fewer than two of them. */
export function onlyAnswers(blocks: readonly Block[], wanted: (answer: Answer) => boolean): Block[] {
  return blocks
    .map(({ answers, ...about }) => ({ ...about, answers: answers.filter(wanted) }))
    .filter(({ answers }) => answers.length > 1)
}

/** Whether the request contains a key_id that a server can look up, count or echo. */
export const hasKeyId = ({ exchange }: Answer): boolean =>
  exchange.req.credential.class !== 'missing' && exchange.req.credential.class !== 'malformed'

/** Column value of a response without the feature. A private-use character. */
export const ABSENT = '\uE001'

/** The values of one feature, in the order of the table's cells. */
export interface Column {
  readonly name: string
  readonly values: readonly string[]
}

/** Responses whose labels are exchangeable within their block, and their features. */
export interface Table {
  readonly cells: readonly Answer[]
  /** Index in `blocks` of each cell's block. */
  readonly blockOf: Int32Array
  readonly blocks: readonly Block[]
  readonly columns: readonly Column[]
}
