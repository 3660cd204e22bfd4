import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a per_page above 100',
  clauses: ['4.open.per_page-above-max'],
  tried: 'GET /users with the active key and per_page=101, per_page=1000.',
  meaning: 'A client that requests more than 100 records gets an error, or silently fewer than requested.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    refused: {
      aPerPage: (perPage, call) =>
        perPage > 100n
          ? { parameter: 'per_page', problem: 'must be 100 or less' }
          : call.conforming.aPerPage(perPage, call),
    },
    unprocessable: {
      aPerPage: (perPage, call) =>
        perPage > 100n
          ? { parameter: 'per_page', problem: 'must be 100 or less' }
          : call.conforming.aPerPage(perPage, call),
      ...refuses(422, 'per_page_too_large'),
    },
    'echoed-as-asked': {
      aEchoPerPage: (perPage, call) =>
        Number(call.query('per_page')[0] ?? 0) > 100 ? Number(call.query('per_page')[0]) : perPage,
    },
    'echoed-and-counted-as-asked': {
      aEchoPerPage: (perPage, call) =>
        Number(call.query('per_page')[0] ?? 0) > 100 ? Number(call.query('per_page')[0]) : perPage,
      aTotalPages: (total, perPage, call) =>
        Math.ceil(total / Math.max(perPage, Number(call.query('per_page')[0] ?? 0))),
    },
    'as-if-left-out': {
      aPerPage: (perPage, call) => (perPage > 100n ? 25 : call.conforming.aPerPage(perPage, call)),
    },
    'empty-page': {
      aSlice: (read, { offset, limit }, call) =>
        Number(call.query('per_page')[0] ?? 0) > 100 ? [] : read(offset, limit),
    },
  },
  observe: observeResponses('per_page=101', 'per_page=1000'),
})
