import { z } from 'zod'
import { errorOf, integer, time } from '../schemas.ts'

/** What a conforming variant A returns and accepts. */
export const user = z.strictObject({
  id: integer.min(1),
  name: z.string(),
  email: z.string(),
  created_at: time,
  updated_at: time,
})

export const userPage = z.strictObject({
  data: z.array(user).max(100),
  pagination: z.strictObject({
    page: integer.min(1),
    per_page: integer.min(1).max(100),
    total: integer.min(0),
    total_pages: integer.min(0),
  }),
})

export const invalidQuery = errorOf(400, 'invalid_parameter')

export const userQuery = z.object({
  page: integer.min(1).default(1),
  per_page: integer.min(1).max(100).default(25),
  updated_since: z.string().optional().describe('ISO 8601 timestamp'),
})
