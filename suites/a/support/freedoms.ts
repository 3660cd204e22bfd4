import type { Behaviour } from '../../../reference-server/behaviour.ts'

/** What the freedoms of this variant have in common: legal servers that differ from the reference server. */
type Freedom = Partial<Behaviour>
type Answer = NonNullable<ReturnType<Behaviour['gateway']>>

/** Numbers from 0 to below `range` that look random, another one for each request. */
export const noise = (n: number, range: number): number => (((n + 1) * 2_654_435_761) % 4_294_967_296) % range

/** Refuses parameters in its own way. */
export const refuses = (status: number, code = 'bad_request'): Freedom => ({
  aProblemError: (problems) => ({ status, code, message: problems.map(({ parameter }) => parameter).join() }),
})

/** A page past the last is no page. */
export const pastEndRefused: Freedom = {
  aPastEnd: (page, last) => (page > BigInt(Math.max(1, last)) ? { parameter: 'page', problem: 'too large' } : page),
}

/** An answer that does not come from the application, in the shape of all errors. */
export const early = (status: number, ...headers: (readonly [name: string, value: string])[]): Answer => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: `{"error":{"code":"http_${status}","message":"Not now","status":${status}}}`,
})

/** One in so many answers comes from elsewhere. */
export const pauses = (status: number, oneIn: number, retryAfter?: string): Freedom => ({
  gateway: ({ n }) =>
    n % oneIn === oneIn - 1 ? early(status, ...(retryAfter ? [['Retry-After', retryAfter] as const] : [])) : undefined,
})

/** Users leave while the suite runs: one after every so many requests, those with the lowest ids first. */
export const usersLeave = (oneIn: number): Freedom => ({
  aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
  aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
  aUpdatedSince: (user, since, call) => user.id > 4 + 5 * Math.floor(call.n / oneIn) && user.updatedAt >= since,
})

/** Users are updated while the suite runs: one after every so many requests, from the lowest id on. */
export const usersTouched = (oneIn: number): Freedom => ({
  aUpdatedSince: (user, since, call) => {
    const touched = user.id < 4 + 5 * Math.floor(call.n / oneIn)
    return Math.max(user.updatedAt, touched ? call.once(`touched ${user.id}`, () => call.now * 1000) : 0) >= since
  },
})
