import { canonical, type Json } from '../../../src/core/json.ts'
import { isArray, isObject } from '../../../src/core/json-values.ts'
import { observation } from '../../../src/core/rule.ts'
import { call } from '../api.ts'

export default observation({
  title: 'The structure of a 422',
  clauses: ['7.open.details'],
  tried: 'GET /projects with size=0. Fields and types are recorded, texts are not.',
  meaning: 'The reference promises that details name the parameter, not where.',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'array-of-texts': { bDetails: (problems) => problems.map(({ parameter, problem }) => `${parameter} ${problem}`) },
    'as-fastapi-does': {
      bDetails: (problems) =>
        problems.map(({ parameter, problem }) => ({ loc: ['query', parameter], msg: problem, type: 'x' })),
    },
    'as-json-api-does': {
      bDetails: (problems) => ({
        errors: problems.map(({ parameter, problem }) => ({ source: { parameter }, title: problem })),
      }),
    },
    'as-zod-does': {
      bDetails: (problems) => ({
        formErrors: [],
        fieldErrors: Object.fromEntries(problems.map(({ parameter, problem }) => [parameter, [problem]])),
      }),
    },
    'as-symfony-does': {
      bDetails: (problems) => ({
        violations: problems.map(({ parameter, problem }) => ({ propertyPath: parameter, problem })),
      }),
    },
    pointers: {
      bDetails: (problems) =>
        problems.map(({ parameter, problem }) => ({ pointer: `#/query/${parameter}`, detail: problem })),
    },
    dotted: {
      bDetails: (problems) => problems.map(({ parameter }) => ({ field: `query.${parameter}`, code: 'range' })),
    },
    'in-brackets': { bDetails: (problems) => problems.map(({ parameter }) => `query[${parameter}]`) },
    'one-sentence': {
      bDetails: (problems) =>
        problems.map(({ parameter, problem }) => `The parameter "${parameter}" ${problem}.`).join(' '),
    },
    'in-capitals': {
      bDetails: (problems) =>
        problems.map(({ parameter }) => `${parameter.toUpperCase()}_OUT_OF_RANGE`.replace('_', ' ')),
    },
    'every-parameter-with-its-state': {
      bDetails: (problems) =>
        Object.fromEntries(
          ['page', 'size'].map((name) => [name, problems.find((p) => p.parameter === name)?.problem ?? null]),
        ),
    },
    'deeply-nested': {
      bDetails: (problems) => ({
        request: { query: { parameters: problems.map(({ parameter: name }) => [{ name }]) } },
      }),
    },
    'at-the-top-and-empty-in-the-error': {
      errorBody: ({ status, code, message, details }) => ({ details: details ?? [], error: { status, code, message } }),
    },
    'in-an-array-of-errors': {
      errorBody: ({ status, code, message, details }) => ({
        error: { status, code, message },
        errors: details === undefined ? [] : [{ code, details }],
      }),
    },
    'only-code-and-details': {
      errorBody: ({ status, code, message, details }) => ({
        error: status === 422 ? { code, details } : { code, message, status },
      }),
    },
    'message-in-another-language': {
      bProblemError: () => ({ status: 422, code: 'validation_error', message: 'Ungültige Anfrage: été' }),
    },
    'only-the-first-of-two': { bDetails: ([first]) => ({ field: first!.parameter, message: first!.problem }) },
  },
  observe: async (tools) => {
    const x = await tools.once(call(tools.target, 'projects', { size: 0 }))
    return { status: x.response?.status ?? null, body: shape(x.response?.json) }
  },
})

/** Types instead of values; every element of an array has its shape once. */
function shape(json: Json | undefined): Json {
  if (json === undefined) return 'not JSON'
  if (isArray(json))
    return [...new Set(json.map((value) => canonical(shape(value))))].sort().map((text) => JSON.parse(text))
  if (isObject(json)) return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, shape(value)]))
  return json === null ? 'null' : typeof json
}
