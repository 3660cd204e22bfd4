import { z } from 'zod'
import type { Req } from '../core/exchange.ts'
import { isSupplied } from '../core/keys-in-request.ts'
import type { KeyPiece, Piece, SecretText } from '../core/secret-text.ts'

const text = z
  .string()
  .max(64 * 1024)
  .regex(/^[^\0\r\n]*$/, 'a text of several lines')
const place = z.int().min(-1000).max(1000).optional()
const keyPiece: z.ZodType<KeyPiece> = z
  .strictObject({
    env: z.string().refine(isSupplied, 'a key that no setting holds'),
    ...{ from: place, to: place, shift: z.int().min(1).max(15).optional() },
  })
  .refine(({ from = 0, to = -1 }) => from >= 0 || to < 0, 'a part of a key that no command can name')
const unnested = z.union([text, z.array(z.union([text, keyPiece])).max(200)])
const piece: z.ZodType<Piece> = z.union([
  text,
  keyPiece,
  z.strictObject({ base64: unnested }),
  z.strictObject({ sha256: unnested }),
])
const secretText: z.ZodType<SecretText> = z.union([text, z.array(piece).max(200)])

/** Headers that frame a message. */
const MANAGED_BY_HTTP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|destination|proxy-.*)$/i
/** Headers that could make a server forward the request: never beside a key. */
const ROUTING = /^(forwarded|host|x-forwarded-.*|x-original-.*|x-rewrite-.*|x-http-method.*)$/i
/** What clients say of the connection themselves. */
const OF_CONNECTION =
  /^((connection|upgrade|te): (close|keep-alive|upgrade|upgrade, http2-settings|websocket|h2c|trailers)|host: (localhost|127\.0\.0\.1|internal|another\.example))$/i
const header = z
  .tuple([z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, 'a header name that cannot be sent'), secretText])
  .refine(
    ([name, value]) => !MANAGED_BY_HTTP.test(name) || OF_CONNECTION.test(`${name}: ${value}`),
    'a header that only HTTP itself may set',
  )
const headers = z.array(header).max(100)

/** `%2e` is a dot to every client and server, `%2f` and `%5c` are separators to some. */
const hasDotSegment = (path: string): boolean => /(^|[/\\]|%2f|%5c)(\.|%2e){1,2}(?=[/\\?;]|%2f|%5c|$)/i.test(path)

const SENDABLE = /^\/[\x21\x22\x24-\x7e]*$/

/** The parts of a report's request that a curl command is built from. Keys are names of settings. */
export const RequestSchema: z.ZodType<Omit<Req, 'endpoint'>> = z
  .object({
    path: z.string().regex(SENDABLE, 'a path that cannot be sent'),
    root: z.string().regex(SENDABLE, 'a path that cannot be sent').or(z.literal('')).optional(),
    absolute: z.literal(true).optional(),
    query: z
      .array(z.tuple([text, secretText]))
      .max(100)
      .optional(),
    credential: z.object({
      class: z.custom<Req['credential']['class']>(),
      form: z.custom<Req['credential']['form']>(),
      headers,
    }),
    headers: headers.optional(),
    method: z.enum(['GET', 'HEAD', 'OPTIONS']).optional(),
    client: text.optional(),
  })
  .refine((form) => !hasDotSegment(form.path) || !holdsKey(form), 'a path with dot segments, and a key')
  .refine((form) => form.root === undefined || !holdsKey(form), 'a path beside the API, and a key')
  .refine((form) => form.absolute === undefined || !holdsKey(form), 'an absolute request target, and a key')
  .refine(
    (form) =>
      ![...form.credential.headers, ...(form.headers ?? [])].some(([name]) => ROUTING.test(name)) || !holdsKey(form),
    'a header that routes a request with a key',
  )

/** A key in a header or in the query. */
const holdsKey = (form: unknown): boolean => JSON.stringify(form).includes('"env"')
