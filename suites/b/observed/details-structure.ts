import type { Json } from '../../../src/client/json.ts'
import { isArray, isObject } from '../../../src/judge/json.ts'
import { observation } from '../../../src/rule.ts'
import { call } from '../api.ts'

export default observation({
  title: 'the structure of a 422',
  clauses: ['7.open.details'],
  tried: 'GET /projects with size=0; members and types are recorded, texts are not',
  meaning: 'only that details name the parameter is promised, not where',
  after: ['b.auth.api-key-accepted'],
  observe: async (tools) => {
    const x = await tools.get({ ...call(tools.target, 'projects', { size: 0 }), open: true })
    return { status: x.response?.status ?? null, body: shape(x.response?.json) }
  },
})

/** Types instead of values; every element of an array has its shape once. */
function shape(json: Json | undefined): Json {
  if (json === undefined) return 'not JSON'
  if (isArray(json))
    return [...new Set(json.map((value) => JSON.stringify(shape(value))))].map((text) => JSON.parse(text))
  if (isObject(json)) return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, shape(value)]))
  return json === null ? 'null' : typeof json
}
