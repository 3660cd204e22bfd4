import { at, describe, isArray, isInteger } from '../../../src/judge/json.ts'
import { invariant, violation } from '../../../src/rule.ts'
import { asked, isListAnswer, PAGINATION } from '../page.ts'
import { listQueries } from '../queries.ts'

export default invariant({
  level: 'stated',
  title: 'a list answer holds a data array and a pagination object with four integers',
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
  tried: 'every successful answer of GET /users, whichever rule asked for it, over boundary and generated queries',
  meaning: 'a client that reads data or pagination by its documented name and type breaks on this answer',
  causes: ['a field was renamed or left out', 'numbers are serialised as strings', 'an error is answered with 200'],
  after: ['a.auth.api-key-accepted'],
  cases: listQueries,
  applies: (x) => isListAnswer(x) && asked(x) !== undefined,
  judge(x) {
    const { json, fault, duplicates } = x.response!
    if (fault !== undefined) return violation('a JSON object with data and pagination', `a body that is ${fault}`, x)
    if (!isArray(at(json, 'data'))) return violation('data to be an array', describe(at(json, 'data')), x)
    for (const name of PAGINATION) {
      const value = at(json, `pagination.${name}`)
      if (!isInteger(value)) return violation(`pagination.${name} to be an integer`, describe(value), x)
    }
    const twice = duplicates.find((path) => /^(data|pagination(\.\w+)?)$/.test(path))
    return twice === undefined ? undefined : violation(`one member ${twice}`, 'two of that name: readers disagree', x)
  },
})
