import { z } from 'zod'
import { integer, time } from '../schemas.ts'

/** What a conforming variant B returns and accepts. */
export const item = z.strictObject({ id: z.string(), name: z.string(), created_at: time })

export const listPage = z.strictObject({
  items: z.array(item).max(100),
  total: integer.min(0),
  page: integer.min(1),
  size: integer.min(1).max(100),
  pages: integer.min(0),
})

const cell = z.union([z.string(), z.number(), z.null()])

export const rowsPage = z.strictObject({
  columns: z.array(z.string()),
  items: z.array(z.record(z.string(), cell)).max(1000),
  page: integer.min(1),
  size: integer.min(1).max(1000),
  has_more: z.boolean(),
})

export const company = z.strictObject({ id: z.string(), name: z.string() })

export const invalidQuery = z.strictObject({
  error: z.strictObject({
    code: z.literal('validation_error'),
    message: z.string(),
    status: z.literal(422),
    details: z.array(z.strictObject({ parameter: z.enum(['page', 'size']), message: z.string() })).min(1),
  }),
})

export const listQuery = z.object({
  page: integer.min(1).default(1),
  size: integer.min(1).max(100).default(50),
})

export const rowsQuery = z.object({
  page: integer.min(1).default(1),
  size: integer.min(1).max(1000).default(100),
})
