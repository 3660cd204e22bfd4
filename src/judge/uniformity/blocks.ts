import type { Exchange, Req } from '../../core/exchange.ts'

/**
 * One request of a block. Labels must be exchangeable, so the requests of a block differ only in the credential: they have the
 * same form, endpoint, path and length in bytes (another header pads a request without a key). Each class keeps one key for the
 * whole run. The placebo has its own key_id.
 */
export interface LabelledRequest {
  /** The failure class, for example `revoked` or `unknown placebo`. */
  readonly label: string
  readonly req: Req
}

/** The exchange of one request of a block. */
export interface Answer {
  readonly label: string
  readonly exchange: Exchange
}

/** One request per failure class, sent in random order over one connection. */
export interface Block {
  /** Common properties of all requests of the block: `by Bearer`, `on /projects`. */
  readonly strata: readonly string[]
  /** In the order of sending. */
  readonly answers: readonly Answer[]
}

/** Strata by form and endpoint, since a leak may exist in only one of them. */
export function usualStrata(requests: readonly LabelledRequest[]): string[] {
  const forms = requests.map(({ req }) => req.credential.form)
  const strata: string[] = []
  if (forms.includes('bearer')) strata.push('by Bearer')
  else if (forms.includes('x-api-key')) strata.push('by X-Api-Key')
  const endpoint = requests[0]?.req.endpoint
  if (endpoint) strata.push(`on ${endpoint}`)
  return strata
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
    .map(({ strata, answers }) => ({ strata, answers: answers.filter(wanted) }))
    .filter(({ answers }) => answers.length > 1)
}

/** Whether the request contains a key_id that a server can look up, count or echo. */
export const hasKeyId = ({ exchange }: Answer): boolean =>
  exchange.req.credential.class !== 'missing' && exchange.req.credential.class !== 'malformed'
