import { invariant } from '../../../src/core/rule.ts'
import { envelopeViolation } from '../../shared/pagination.ts'
import { asked, ENVELOPE, isListAnswer } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'

export default invariant({
  level: 'stated',
  title: 'A list response has a data array and a pagination object with four integers',
  clauses: [
    '2.envelope',
    '2.envelope.data.type',
    '2.envelope.data',
    '2.envelope.page.type',
    '2.envelope.per_page.type',
    '2.envelope.total.type',
    '2.envelope.total_pages.type',
    '4.users',
    '4.users.response',
  ],
  tried: 'Every success of GET /users, whichever rule requested it, over boundary and generated queries.',
  meaning: 'A client that reads data or pagination by the documented names and types fails on this response.',
  causes: [
    'a field was renamed or left out',
    'numbers are serialised as strings',
    'an empty list is null: an empty slice or collection that was never created',
    'data is an object where a filter left gaps in the array and its keys were kept',
    'an error has status 200',
  ],
  after: ['a.auth.api-key-accepted'],
  cases: listQueries,
  faults: {
    'total-as-string': {
      aEnvelope: (data, pagination) => ({ data, pagination: { ...pagination, total: String(pagination.total) } }),
    },
    'page-echoed-as-text': { aEchoPage: (page, call) => call.query('page')[0] ?? Number(page) },
    'total-pages-with-a-fraction': { aTotalPages: (total, perPage) => total / perPage },
    'pagination-at-the-top': { aEnvelope: (data, pagination) => ({ data, ...pagination }) },
    'total-pages-renamed': {
      aEnvelope: (data, { total_pages, ...rest }) => ({ data, pagination: { ...rest, pages: total_pages } }),
    },
    'per-page-left-out-deep': {
      aEnvelope: (data, { per_page, ...rest }) => ({
        data,
        pagination: Number(rest.page) > 5 ? rest : { ...rest, per_page },
      }),
    },
    'data-keyed-by-position': { aEnvelope: (data, pagination) => ({ data: { ...data }, pagination }) },
    'data-null-where-empty': {
      aEnvelope: (data, pagination) => ({ data: data.length === 0 ? null : data, pagination }),
    },
    'one-record-bare': { aEnvelope: (data, pagination) => ({ data: data.length === 1 ? data[0] : data, pagination }) },
    'total-twice': {
      json: (value, call) => call.conforming.json(value, call).replace('"total":', '"total":0,"total":'),
    },
    'error-page-with-200': {
      response: (response, call) =>
        call.endpoint === 'users' && call.page === 2n ? { ...response, body: '<h1>Oops</h1>' } : response,
    },
  },
  freedoms: {
    'more-fields-in-another-order': {
      aEnvelope: (data, { page, per_page, total, total_pages }) => ({
        links: { next: null },
        pagination: { total_pages, has_next: true, total, per_page, page },
        data,
      }),
    },
    'points-in-integers': {
      json: (value, call) =>
        call.conforming.json(value, call).replace(/"(page|per_page|total|total_pages)":(\d+)/g, '"$1":$2.0'),
    },
    'pretty-printed': {
      // Pages beyond 2^53 are BigInt here, which JSON.stringify does not write.
      json: (value, call) =>
        call.conforming
          .json(value, call)
          .replace(/("(?:[^"\\]|\\.)*")|[{[,:]/g, (found, text) => text ?? `${found}\n  `),
    },
    'no-field-but-the-id': { aUserJson: (_user, id) => ({ id }) },
  },
  applies: (x) => isListAnswer(x) && asked(x) !== undefined,
  judge: (x) => envelopeViolation(x, ENVELOPE),
})
