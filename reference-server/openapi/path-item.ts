import { z } from 'zod'
import { errorOf, unauthorized } from '../schemas.ts'

/** An endpoint as the document describes it. */
export interface Described {
  readonly path: string
  readonly id: string
  readonly summary: string
  readonly query?: z.ZodObject
  readonly ok: z.ZodType
  /** Error bodies by status, in addition to those of every endpoint. */
  readonly errors?: Readonly<Record<number, z.ZodType>>
}

/** A path with its operations: GET, HEAD and OPTIONS. */
export function pathItem({ path, id, summary, query, ok, errors = {} }: Described) {
  const ofAll = mapped({ 401: unauthorized, 403: errorOf(403, 'forbidden') }, error)
  const responses = { 200: response('the response', ok), ...ofAll, ...mapped(errors, error) }
  const inPath = pathParameters(path)
  const parameters = [...inPath, ...queryParameters(query)]
  return {
    get: { operationId: id, summary, parameters, responses },
    head: {
      operationId: `${id}Head`,
      summary: `${summary}: the headers alone`,
      parameters,
      responses: mapped(responses, () => ({ description: 'as of GET, without its body' })),
    },
    options: {
      operationId: `${id}Options`,
      summary: 'is not served',
      parameters: inPath,
      responses: { ...ofAll, 405: error(errorOf(405, 'method_not_allowed')) },
    },
  }
}

const error = (body: z.ZodType) => response('an error', body)

const response = (description: string, body: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: jsonSchema(body) } },
})

function pathParameters(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters(query?: z.ZodObject) {
  const { properties = {} } = query ? jsonSchema(query) : {}
  return Object.entries(properties as Record<string, object>).map(([name, schema]) => ({ name, in: 'query', schema }))
}

/** Without what says nothing of the API: bounds of JavaScript's numbers, and a pattern beside the format that it spells out. */
function jsonSchema(schema: z.ZodType): { properties?: object; [name: string]: unknown } {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
      if (part.format === 'date-time') delete part.pattern
    },
  })
  return made
}

const mapped = <From, To>(record: Readonly<Record<number, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))
