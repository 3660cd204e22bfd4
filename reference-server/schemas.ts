import { z } from 'zod'

/** Integers of any length, since counts may exceed 2^53. */
export const integer = z.number().int()
export const time = z.iso.datetime()

/** The error body (A 7, B 7). */
export const errorOf = <Code extends string>(status: number, ...codes: readonly [Code, ...Code[]]) =>
  z.strictObject({
    error: z.strictObject({ code: z.enum(codes), message: z.string(), status: z.literal(status) }),
  })

export const unauthorized = z.strictObject({
  error: z.strictObject({
    code: z.literal('unauthorized'),
    message: z.literal('Invalid or missing API key'),
    status: z.literal(401),
  }),
})
