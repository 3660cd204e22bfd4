import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../testing/sample-exchange.ts'
import { bodyHoldsRecords } from './body-holds-records.ts'

const listed = (...items: object[]) => sampleExchange('/projects', {}, { json: { items } })
const long = listed({ id: 'prj-4711', name: 'Acme' })
const short = listed({ id: 1 }, { id: 2 }, { id: 30 })
const at = (json: unknown, path = '/') => sampleExchange(path, {}, { json })
const rootHolds = (json: unknown, good = long, path = '/') => bodyHoldsRecords(at(json, path), good, true)

describe('the body of another path', () => {
  it.each([
    ['a record of the list', { acme: { name: 'Acme', id: 'prj-4711' } }, long],
    ['a long id as a value', { projects: ['prj-4711'] }, long],
    ['a link to a long id', { first: '/api/public/v1/projects/prj-4711/datasets' }, long],
    ['links to several short ids', ['/projects/1', '/projects/2/nodes', '/projects/30?page=1'], short],
    [
      'three texts of records',
      'acme-one, acme-two, acme-three',
      listed({ a: 'acme-one', b: ['acme-two'], c: 'acme-three' }),
    ],
  ])('holds data: %s', (_, json, good) => expect(rootHolds(json, good)).toBe(true))

  it.each([
    ['a page of links to documentation', { items: [{ href: '/projects' }], total: 1 }, long],
    ['a template', { href: '/projects/{project_id}/datasets' }, long],
    ['another id that begins alike', { href: '/projects/prj-47110', id: 'prj-4711-2' }, long],
    ['a single short id, perhaps an example', { href: '/projects/1/datasets', see: '/projects/2' }, short],
    ['short ids that other ids begin with', ['/projects/10', '/projects/20', '/projects/300'], short],
    ['short ids as values', { versions: [1, 2, 30] }, short],
    ['a word as id', { status: 'default' }, listed({ id: 'default' })],
  ])('holds no data: %s', (_, json, good) => expect(rootHolds(json, good)).toBe(false))

  it('may repeat an id of the path', () => {
    const path = '/projects/prj-4711/else'
    expect(rootHolds({ path, project: 'prj-4711' }, long, path)).toBe(false)
  })

  it('holds data as a page, unless it may belong to another API', () => {
    const page = { items: [{ href: '/x' }], total: 1 }
    expect(bodyHoldsRecords(at(page), long)).toBe(true)
    expect(bodyHoldsRecords(at({ items: [], total: 0 }), long)).toBe(false)
    expect(rootHolds(page)).toBe(false)
  })
})
