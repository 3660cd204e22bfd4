import type { Resource } from '../pipeline.ts'

/** GET /company (B 4). */
export const company: Resource = {
  query: () => undefined,
  lookup: () => undefined,
  body: (call, { behaviour: b }) => b.bCompanyJson(call.company!, call),
}
