import { describe, expect, it } from 'vitest'
import type { Json } from '../../core/json.ts'
import { findExtent, type JudgedCase, nearest } from './find-extent.ts'

describe('findExtent', () => {
  const counterexample = { list: 'projects', size: 1 }

  it('separates the cases that fail from those that conform, without the counterexample', () => {
    const judged = [
      { case: counterexample, actual: 'size 10' },
      { case: { list: 'projects', size: 49 }, actual: 'size 50' },
      { case: { list: 'projects', size: 7 }, actual: 'size 10' },
      { case: { list: 'nodes', size: 50 } },
    ]
    expect(findExtent(counterexample, judged, { actual: 'size 10' })).toEqual({
      failing: ['list=projects, size=7: size 10', 'list=projects, size=49: size 50'],
      conforming: ['list=nodes, size=50'],
    })
  })

  it('lists words in which the texts differ, says what else is expected, and the status of a refusal', () => {
    const at = (list: string, size: number, more = {}) => ({
      case: { list, size },
      inWords: `${size} at ${list}, so`,
      ...more,
    })
    const judged = [
      ...['nodes', 'datasets', 'rows'].map((list) => at(list, 1, { seen: '401' })),
      at('projects', 2, { actual: 'size 10', expected: '2' }),
      at('nodes', 2, { actual: 'size 10', expected: '2' }),
      at('projects', 3, { actual: 'size 10', expected: '1' }),
    ]
    expect(findExtent(counterexample, judged, { actual: 'size 10', expected: '1' })).toEqual({
      failing: ['2 at projects / nodes, so: size 10; expected 2', '3 at projects, so: size 10'],
      conforming: ['1 at rows / nodes / datasets, so: 401'],
    })
  })

  it('begins with a case of each kind of result', () => {
    const judged = [2, 3, 4, 9].map((size) => ({
      case: { list: 'projects', size },
      actual: size === 9 ? '200 with 9 items' : '500',
    }))
    expect(findExtent(counterexample, judged, { actual: '500' })!.failing).toEqual([
      'list=projects, size=2: 500',
      'list=projects, size=9: 200 with 9 items',
      'list=projects, size=3: 500',
      'list=projects, size=4: 500',
    ])
  })

  it('leaves out cases with the request of the counterexample', () => {
    const one = (n: number, inWords: string) => ({ case: { n }, inWords, actual: '404' })
    expect(findExtent({ n: 1 }, [one(1, 'GET /x'), one(2, 'GET /x'), one(3, 'GET /y')])!.failing).toEqual([
      'GET /y: 404',
    ])
  })

  it('leaves out the request of the counterexample where it conformed at another time', () => {
    const judged = [
      { case: { n: 1 }, inWords: 'GET /rows?page=9', actual: 'true' },
      { case: { n: 2 }, inWords: 'GET /rows?page=9' },
      { case: { n: 3 }, inWords: 'GET /rows?page=8' },
    ]
    expect(findExtent({ n: 1 }, judged, { actual: 'true' })).toEqual({ failing: [], conforming: ['GET /rows?page=8'] })
  })

  it('leaves out what conforms with the status that is wrong', () => {
    const judged = [403, 401].map((seen) => ({ case: { seen }, inWords: 'from a robot', seen: String(seen) }))
    const conformingWith = (expected: string) =>
      findExtent({ seen: 0 }, judged, { expected, actual: '403 with error.code "forbidden"' })!.conforming
    expect(conformingWith('401')).toEqual(['from a robot: 401'])
    expect(conformingWith('403 with another code')).toHaveLength(2)
  })

  it('lists the paths in which texts differ, three conforming ones in a line', () => {
    const judged = [1, 2, 3, 4, 5].map((n) => ({ case: { n }, inWords: `GET /${n}?x=1, without a key`, seen: '401' }))
    expect(findExtent({ n: 0 }, judged)!.conforming).toEqual([
      'GET /1?x=1 and /2?x=1 and /3?x=1, without a key: 401',
      'GET /4?x=1 and /5?x=1, without a key: 401',
    ])
  })

  it('leaves out a long text that differs from that of the counterexample in its numbers only', () => {
    const long = (n: number) => `${n} of ${n} rows without the key ${'x'.repeat(120)}`
    const lineOf = (actual: string, own: string) =>
      findExtent({ n: 0 }, [{ case: { n: 1 }, inWords: 'GET /rows', actual }], { actual: own })!.failing[0]
    expect(lineOf(long(7), long(8))).toBe('GET /rows')
    expect(lineOf(`other ${long(7)}`, long(8))).toContain('GET /rows: other 7')
    expect(lineOf('27 rows', '28 rows')).toBe('GET /rows: 27 rows')
  })

  it('leaves out a path that is the same as before', () => {
    const paths = ['/a?page=1', '/a?page=2&q=?', '/a', '/b?page=1', '/a?page=1&size=2']
    const judged = paths.map((path) => ({ case: { path }, inWords: `GET ${path}`, actual: 'x' }))
    expect(findExtent({}, judged)!.failing).toEqual([
      'GET /a and ?page=1 and ?page=2&q=? and /b?page=1: x',
      'GET /a?page=1&size=2: x',
    ])
  })

  it('keeps times whole', () => {
    const at = (path: string) => ({ case: { path }, inWords: `GET ${path}?since=1970-01-01T00:00:00Z`, actual: 'x' })
    expect(findExtent({}, ['/a', '/b'].map(at))?.failing).toEqual([
      'GET /a?since=1970-01-01T00:00:00Z and /b?since=1970-01-01T00:00:00Z: x',
    ])
  })

  it('names both headers where some requests send the key as Bearer', () => {
    const of = (inWords: string) => ({ case: { inWords }, inWords })
    const judged = [
      of('GET /users, via Bearer'),
      of('GET /users?page=2, with Accept: */*'),
      of('GET /users?since=10:00: 7'),
      of('GET /users, credential: missing'),
    ]
    expect(findExtent({ request: 'GET /users' }, judged)!.conforming.toSorted()).toEqual([
      'GET /users, credential: missing',
      'GET /users, via Bearer',
      'GET /users?page=2, via X-Api-Key, with Accept: */*',
      'GET /users?since=10:00, via X-Api-Key: 7',
    ])
    expect(findExtent({ request: 'GET /users' }, judged.slice(1))!.conforming.join()).not.toContain('via')
  })

  it('names the active key where the counterexample has another one', () => {
    const of = (inWords: string, actual?: string) => ({ case: { inWords }, inWords, actual })
    const judged = [of('GET /a, credential: other', 'x'), of('GET /b, via Bearer'), of('the totals of GET /c')]
    const conforming = (counterexample: JudgedCase) =>
      findExtent(counterexample.case, [counterexample, ...judged])!.conforming
    expect(conforming(of('GET /d, credential: other', 'x'))).toEqual([
      'GET /b, via Bearer, credential: active',
      'the totals of GET /c',
    ])
    expect(conforming(of('GET /d', 'x'))).toEqual(['GET /b, via Bearer', 'the totals of GET /c'])
  })

  it('says what else is wrong than a status that is right', () => {
    const actual = '403 with error.status the number 401'
    const at = (path: string, actual: string) => ({ case: { path }, inWords: path, actual, expected: 'status 403' })
    const of = (violation: string) =>
      findExtent({}, [at('a', actual), at('b', '403 with no body')], { actual: violation, expected: 'status 403' })
    expect(of(actual)!.failing).toEqual([`a: ${actual}`, 'b: 403 with no body'])
  })

  it('is undefined if nothing else was judged', () => {
    expect(findExtent(counterexample, [{ case: counterexample, actual: 'size 10' }])).toBeUndefined()
  })

  it('keeps 40 of each, shortened, and says how many more there are', () => {
    const id = '0123456789abcdef0'
    const judged = Array.from({ length: 49 }, (_, n) => ({
      case: { request: `GET /projects/${id}/nodes`, n },
      actual: `${n}${'x'.repeat(130)}`,
    }))
    const { failing } = findExtent({ request: 'GET /projects' }, judged)!
    expect(failing).toHaveLength(41)
    expect(failing[40]).toBe('and 9 more')
    expect(failing[0]).toBe(`GET /projects/01234567…/nodes?n=0: 0${'x'.repeat(119)}…`)
  })
})

describe('nearest', () => {
  it('counts the same value under another name as one difference', () => {
    const cases: Json[] = [{ A: '1', B: '1', C: '2' }, { A: '1', B: '1' }, { B: '1' }, { A: '', B: '1' }]
    expect(nearest({ A: '1' }, cases.slice(0, 3))).toEqual([2, 1, 0])
    expect(nearest({ A: '1', B: '' }, cases.slice(1))).toEqual([2, 0, 1])
  })

  it('begins with another value of each field, then has the fewest differences first', () => {
    const cases: Json[] = [
      { list: 'nodes', size: 2 },
      { list: 'projects', size: 2 },
      { list: 'projects', size: 3 },
      { list: 'nodes', size: 1 },
      { list: 'projects', size: 1 },
      { list: 'projects', size: 1, page: 1 },
    ]
    expect(nearest({ list: 'projects', size: 1 }, cases)).toEqual([3, 1, 5, 2, 0])
  })

  it('has all cases with one other value before those with two, even of a field that no other has', () => {
    const cases: Json[] = ['text/plain', 'text/xml', ''].map((type) => ({ type, host: '' }))
    expect(nearest({ type: 'json', host: '' }, [{ type: '', host: 'a' }, ...cases])).toEqual([3, 2, 1, 0])
  })
})
