import { z } from 'zod'

/** HAR 1.2 as http://www.softwareishard.com/blog/har-12-spec/ specifies it: names of custom properties begin with `_`. */
function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .looseObject(shape)
    .refine(
      (value) => Object.keys(value).every((name) => name in shape || name.startsWith('_')),
      'a property that HAR does not define',
    )
}

const comment = z.string().optional()
const time = z.iso.datetime({ offset: true })
/** -1: unknown. */
const size = z.int().min(-1)
const nameValue = object({ name: z.string(), value: z.string(), comment })
const cookie = object({
  name: z.string(),
  value: z.string(),
  path: z.string().optional(),
  domain: z.string().optional(),
  expires: time.optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  comment,
})

const request = object({
  method: z.string().min(1),
  url: z.url(),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  queryString: z.array(nameValue),
  postData: z.never().optional(),
  headersSize: size,
  bodySize: size,
  comment,
})

const response = object({
  status: z.int(),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(nameValue),
  content: object({
    size: z.int().min(0),
    compression: z.int().optional(),
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.string().optional(),
    comment,
  }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  comment,
})

const entry = object({
  pageref: z.string().optional(),
  startedDateTime: time,
  time: z.number().min(0),
  request,
  response,
  cache: object({ beforeRequest: z.unknown().optional(), afterRequest: z.unknown().optional(), comment }),
  timings: object({
    blocked: z.number().min(-1).optional(),
    dns: z.number().min(-1).optional(),
    connect: z.number().min(-1).optional(),
    send: z.number().min(0),
    wait: z.number().min(0),
    receive: z.number().min(0),
    ssl: z.number().min(-1).optional(),
    comment,
  }),
  serverIPAddress: z.string().optional(),
  connection: z.string().optional(),
  comment,
}).refine(
  ({ time: total, timings: { blocked = -1, dns = -1, connect = -1, send, wait, receive } }) =>
    Math.abs([blocked, dns, connect, send, wait, receive].filter((ms) => ms > 0).reduce((a, b) => a + b, 0) - total) <
    1e-6,
  'time is not the sum of the timings',
)

const page = object({
  startedDateTime: time,
  id: z.string(),
  title: z.string(),
  pageTimings: object({ onContentLoad: z.number().optional(), onLoad: z.number().optional(), comment }),
  comment,
})

const application = object({ name: z.string(), version: z.string(), comment })

export const Har = object({
  log: object({
    version: z.literal('1.2'),
    creator: application,
    browser: application.optional(),
    pages: z.array(page).optional(),
    entries: z.array(entry),
    comment,
  }).refine(({ pages = [], entries }) => {
    const ids = pages.map(({ id }) => id)
    const known = entries.every(({ pageref }) => pageref === undefined || ids.includes(pageref))
    return known && new Set(ids).size === ids.length
  }, 'a pageref without a page, or two pages with the same id'),
})
