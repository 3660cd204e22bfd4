import type { Req } from './exchange.ts'
import { hexFor } from './random.ts'

/** A parameter without a meaning, which clients use to get past a cache. */
export const UNSEEN = '_'

/** The cause of responses that are wrong only at a URL which had one before. */
export const BY_URL = 'a cache responds by the URL, or by its parameters, without the key'
/** The pattern of such failures, by which they are linked. */
export const AT_OTHER_URL = 'at a URL that no other request had, it conforms'

/** A value that no other request of the run has, for each name another one. */
export const unseenValue = (seed = 0, name: string): string => hexFor(seed, name, 8)

/** The request with a parameter that no request had: a cache by URL has no response to it. */
export const withUnseen = (req: Req, seed: number | undefined, name: string): Req => ({
  ...req,
  query: [...(req.query ?? []), [UNSEEN, unseenValue(seed, name)]],
})
