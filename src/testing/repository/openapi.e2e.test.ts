import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import type { Variant } from '../../core/rule.ts'
import { deploy } from '../../proof/selfcheck/deployment.ts'
import { tryAgainst } from '../../proof/selfcheck/try-against.ts'

interface Answered {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: string
}

type Responses = Record<string, { content?: Record<string, { schema: object }> }>
type Document = { paths: Record<string, Record<string, { responses: Responses }>> }

async function documentOf(variant: Variant): Promise<Document> {
  const deployment = await deploy()
  const response = await fetch(`${deployment.target(variant).baseUrl}/openapi.json`)
  return response.json().finally(() => deployment.close()) as Promise<Document>
}

/** All responses of the bundled server during a run. */
async function responsesTo(variant: Variant): Promise<Answered[]> {
  const answers: Answered[] = []
  const response: Behaviour['response'] = (made, { method, path }) => {
    answers.push({ method: method.toLowerCase(), path, status: made.status, body: String(made.body) })
    return made
  }
  await tryAgainst({ variant, rules: [], depth: 'quick', seed: 1, behaviour: { response } })
  return answers
}

const ajv = addFormats.default(new Ajv2020({ strict: false }))

/** What the document does not describe of a response; undefined if it describes everything. */
function strayIn({ method, path, status, body }: Answered, { paths }: Document): string | undefined {
  const below = path.replace(/^.*\/api\/public\/v1/, '')
  const known = Object.keys(paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(below),
  )
  // Of a path that names nothing the document says nothing either.
  if (known === undefined) return status === 404 || status === 401 ? undefined : `${path}: ${status}, and no such path`
  const response = paths[known]?.[method]?.responses[status]
  if (!response) return `${method} ${path}: ${status}`
  const schema = response.content?.['application/json']?.schema
  if (!schema || ajv.validate(schema, JSON.parse(body))) return undefined
  return `${method} ${path}: ${status}: ${ajv.errorsText()}`
}

test.for(['a', 'b'] as const)(
  'the OpenAPI document of variant %s describes every response of a run',
  { timeout: 120_000 },
  async (variant) => {
    const document = await documentOf(variant)
    const answers = await responsesTo(variant)
    expect(answers.length).toBeGreaterThan(150)
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(4)
    expect([...new Set(answers.map((one) => strayIn(one, document)))].filter(Boolean)).toEqual([])
  },
)
