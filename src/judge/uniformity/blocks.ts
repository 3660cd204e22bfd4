import type { Exchange, Req } from '../../core/exchange.ts'

/**
 * One request of a block. For labels to be exchangeable, the requests of a block differ in the credential alone: the same
 * form, endpoint and path, the same length in bytes (a request without a key is padded by another header), and each class
 * keeps its key for the whole run, as a revoked key does. The placebo has a key_id of its own.
 */
export interface LabelledRequest {
  /** The failure class, for example `revoked` or `unknown placebo`. */
  readonly label: string
  readonly req: Req
}

/** The answer to one request of a block. */
export interface Answer {
  readonly label: string
  readonly exchange: Exchange
}

/** One request per failure class, sent in random order over one connection. */
export interface Block {
  /** What all requests of the block have in common, for people: `by Bearer`, `on /projects`. */
  readonly strata: readonly string[]
  /** In the order of sending. */
  readonly answers: readonly Answer[]
}

/** By the form of the key and by the endpoint: a leak may exist in one of them only. */
export function usualStrata(requests: readonly LabelledRequest[]): string[] {
  const forms = requests.map(({ req }) => req.credential.form)
  const strata: string[] = []
  if (forms.includes('bearer')) strata.push('by Bearer')
  else if (forms.includes('x-api-key')) strata.push('by X-Api-Key')
  const endpoint = requests[0]?.req.endpoint
  if (endpoint) strata.push(`on ${endpoint}`)
  return strata
}

/** The strata that are a real part of the blocks, and large enough to compare in. */
export function partsOf(blocks: readonly Block[]): string[] {
  const names = [...new Set(blocks.flatMap((block) => block.strata))]
  return names.filter((name) => {
    const count = blocks.filter((block) => block.strata.includes(name)).length
    return count >= 2 && count < blocks.length
  })
}

/** The blocks with only those answers; a block in which fewer than two are left compares nothing. */
export function onlyAnswers(blocks: readonly Block[], wanted: (answer: Answer) => boolean): Block[] {
  return blocks
    .map(({ strata, answers }) => ({ strata, answers: answers.filter(wanted) }))
    .filter(({ answers }) => answers.length > 1)
}

/** A key_id was sent that a server can look up, count by, or echo. */
export const hasKeyId = ({ exchange }: Answer): boolean =>
  exchange.req.credential.class !== 'missing' && exchange.req.credential.class !== 'malformed'
