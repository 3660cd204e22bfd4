import { type EarlyAnswer, type Freedom, pausesWith } from '../../shared/freedoms.ts'

/** Rejects invalid parameters with another status. */
export const refuses = (status: number, code = 'bad_request'): Freedom => ({
  aProblemError: (problems) => ({ status, code, message: problems.map(({ parameter }) => parameter).join() }),
})

/** Rejects a page past the last page. */
export const pastEndRefused: Freedom = {
  aPastEnd: (page, last) => (page > BigInt(Math.max(1, last)) ? { parameter: 'page', problem: 'too large' } : page),
}

/** A response that does not come from the application, in the shape of all errors. */
export const early = (status: number, ...headers: (readonly [name: string, value: string])[]): EarlyAnswer => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: `{"error":{"code":"http_${status}","message":"Not now","status":${status}}}`,
})

/** One in this many responses does not come from the application. */
export const pauses = pausesWith(early)

/** Users leave while the suite runs: one every few requests, those with the lowest ids first. */
export const usersLeave = (oneIn: number): Freedom => ({
  aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
  aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
  aUpdatedSince: (user, since, call) => user.id > 4 + 5 * Math.floor(call.n / oneIn) && user.updatedAt >= since,
})

/** Users are updated while the suite runs: one every few requests, from the lowest id on. */
export const usersTouched = (oneIn: number): Freedom => ({
  aUpdatedSince: (user, since, call) => {
    const touched = user.id < 4 + 5 * Math.floor(call.n / oneIn)
    return Math.max(user.updatedAt, touched ? call.once(`touched ${user.id}`, () => call.now * 1000) : 0) >= since
  },
})
