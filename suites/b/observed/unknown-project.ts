import { observation } from '../../../src/core/rule.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { call } from '../api.ts'
import { early, missing } from '../support/freedoms.ts'

export default observation({
  title: 'The response to the datasets of a project that does not exist',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects/{project_id}/datasets with a made-up id.',
  meaning: 'A client with a wrong project id gets this response.',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'not-found-in-html': missing(early(404)),
    'not-found-without-a-body': missing({ status: 404, headers: [], body: '' }),
    'not-found-in-another-shape': missing({
      status: 404,
      headers: [['Content-Type', 'application/json']],
      body: '{"message":"Not found","statusCode":404}',
    }),
    gone: missing({ status: 410, headers: [], body: '' }),
    forbidden: { notFound: () => ({ status: 403, code: 'forbidden', message: 'Not yours' }) },
    'bad-request': { notFound: () => ({ status: 400, code: 'bad_id', message: 'No such id' }) },
    unprocessable: { notFound: () => ({ status: 422, code: 'validation_error', message: 'No such id' }) },
    'not-allowed': missing({ status: 405, headers: [['Allow', 'POST']], body: 'oops' }),
    'an-empty-list': {
      response: (response, call) =>
        response.status !== 404 || call.endpoint === 'unknown'
          ? response
          : {
              status: 200,
              headers: [['Content-Type', 'application/json']],
              body:
                call.endpoint === 'rows'
                  ? '{"columns":[],"items":[],"page":1,"size":100,"has_more":false}'
                  : '{"items":[],"total":0,"page":1,"size":50,"pages":0}',
            },
    },
    'looked-up-before-the-query-is-read': { order: () => ['credential', 'permission', 'method', 'lookup', 'query'] },
  },
  observe: async (tools) =>
    observedResponse(
      await tools.once({ ...call(tools.target, 'datasets', {}, { project: 'no-such-project' }), open: true }),
      ['items'],
    ),
})
