import { z } from 'zod'
import type { Req } from '../client/exchange.ts'
import type { Piece, SecretText } from '../client/secret-text.ts'

/** Settings hold keys by these names only. */
const env = z.string().regex(/^[A-Z][A-Z0-9_]*$/)
const text = z.string().max(64 * 1024)
const piece: z.ZodType<Piece> = z.lazy(() =>
  z.union([
    text,
    z.strictObject({ env, from: z.int().optional(), to: z.int().optional(), shift: z.int().min(1).max(15).optional() }),
    z.strictObject({ base64: secretText }),
  ]),
)
const secretText: z.ZodType<SecretText> = z.lazy(() => z.union([text, z.array(piece)]))

/** Headers by which HTTP itself finds its way: with another one, a server could be made to hand the request on. */
const OWN_TO_HTTP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|forwarded|x-forwarded-.*|proxy-.*|:.*)$/i
const name = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, 'a header name that cannot be sent')
  .refine((header) => !OWN_TO_HTTP.test(header), 'a header that only HTTP itself may set')
const header = z.tuple([name, secretText])

const CLASSES = [
  ...(['active', 'missing', 'malformed', 'unknown', 'wrong-secret', 'wrong-prefix', 'revoked', 'expired'] as const),
  ...(['disabled', 'no-scope', 'no-module', 'other-company', 'misplaced'] as const),
] as const

/** A request as a report tells it. Whoever edits a report must not gain a way to send a key anywhere else. */
export const RequestForm: z.ZodType<Req> = z.object({
  endpoint: z.string().nullable(),
  path: z.string().regex(/^\/[\x21\x22\x24-\x7e]*$/, 'a path that cannot be sent'),
  query: z.array(z.tuple([text, secretText])).optional(),
  credential: z.object({
    class: z.enum(CLASSES),
    form: z.enum(['x-api-key', 'bearer', 'none', 'other']),
    headers: z.array(header),
    note: z.string().optional(),
  }),
  headers: z.array(header).optional(),
  method: z.enum(['GET', 'HEAD', 'OPTIONS']).optional(),
  open: z.boolean().optional(),
  outside: z.boolean().optional(),
})

/** Names of the settings whose keys a request needs. */
export function keysIn({ query = [], headers = [], credential }: Req): string[] {
  const texts = [...query, ...headers, ...credential.headers].map(([, value]) => value)
  return [...new Set(texts.flatMap(keysInText))]
}

function keysInText(text: SecretText): string[] {
  if (typeof text === 'string') return []
  return text.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'base64' in part ? keysInText(part.base64) : [part.env]
  })
}
