import { z } from 'zod'
import type { Req } from '../../core/exchange.ts'

const Described = z.looseObject({
  endpoint: z.string().nullable(),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.unknown()])).default([]),
})

type Described = z.infer<typeof Described> | Pick<Req, 'endpoint' | 'path' | 'query'>

/** What is requested, whichever deployment, key, client and order of its parameters. */
export const whatIsRequested = ({ endpoint, path, query = [] }: Described): string =>
  JSON.stringify([endpoint ?? path, query.map((one) => JSON.stringify(one)).sort()])

/** What the first of the requests with the most parameters requests. They are of a report, which may have been edited. */
export function whatTheMostSpecificRequests(requests: readonly unknown[]): string | undefined {
  const described = requests.flatMap((one) => Described.safeParse(one).data ?? [])
  const most = Math.max(...described.map(({ query }) => query.length))
  const found = described.find(({ query }) => query.length === most)
  return found && whatIsRequested(found)
}
