import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markBoth } from './failures.ts'

const marked = (one: string, other: string) => markBoth(one, other).map(String)

test.for([
  ['page 1 of 3', 'page 2 of 3', 'page <mark>1</mark> of 3', 'page <mark>2</mark> of 3'],
  ['a\nb\nc', 'a\nx\nc', 'a\n<mark>b</mark>\nc', 'a\n<mark>x</mark>\nc'],
  ['😀', '😁', '<mark>😀</mark>', '<mark>😁</mark>'],
  [
    '{"id":59,"on":true}',
    '{"id":51,"on":true}',
    '{"id":<mark>59</mark>,"on":true}',
    '{"id":<mark>51</mark>,"on":true}',
  ],
  [
    '{"a":1,"b":"x"}',
    '{"a":2,"b":"y"}',
    '{"a":<mark>1</mark>,"b":<mark>"x"</mark>}',
    '{"a":<mark>2</mark>,"b":<mark>"y"</mark>}',
  ],
  [
    '{"a":[1]}',
    '{"a":[1,2]}',
    '{"a":[1<mark class="gap"><span class="unseen">nothing here</span></mark>]}',
    '{"a":[1<mark>,2</mark>]}',
  ],
] as const)('%j and %j', ([one, other, a, b]) =>
  expect(marked(one, other).map((text) => text.replaceAll('&quot;', '"'))).toEqual([a, b]),
)

test('what only one side has is marked as missing on the other', () => {
  const [one, other] = marked('ab', 'aXb')
  expect(one).toBe('a<mark class="gap"><span class="unseen">nothing here</span></mark>b')
  expect(other).toBe('a<mark>X</mark>b')
})

test('nothing of either text is lost', () => {
  const words = fc.array(fc.constantFrom('a', 'b', '\n', '<', '😀', '{', ':', '[1]')).map((parts) => parts.join(''))
  const plain = (text: string) => text.replace(/<\/?(mark|span)[^>]*>|nothing here/g, '').replaceAll('&lt;', '<')
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(marked(a, b).map(plain)).toEqual([a, b])
    }),
  )
})
