import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

const bare = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"?|\s+/gs, (part) => (part[0] === '"' ? part : ''))

test('short lists and objects stay on a line', () => {
  const text = '{"data":[{"id":1,"n":null},{"id":2,"n":[]}],"total":12345678901234567890,"s":"a, {b}: [\\"c"}'
  const long = `{"pad":"${'x'.repeat(100)}",${text.slice(1)}`
  expect(indentJson(long)).toBe(
    `{\n  "pad": "${'x'.repeat(100)}",\n  "data": [\n    { "id": 1, "n": null },\n    {\n      "id": 2,\n      "n": []\n    }\n  ],\n  "total": 12345678901234567890,\n  "s": "a, {b}: [\\"c"\n}`,
  )
})

test('JSON stays the same, to the last digit and escape', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text))
    }),
  )
})

test('what is cut short keeps all its characters but white space', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, n) => {
      const cut = text.slice(0, n % (text.length + 1))
      expect(bare(indentJson(cut))).toBe(bare(cut))
    }),
  )
})

test('what is no JSON is left alone', () => {
  expect(indentJson('<p>{"a":1}</p>')).toBe('<p>{"a":1}</p>')
  expect(indentJson('{ two words ')).toBe('{\n  two words')
  expect(indentJson('['.repeat(5000))).toBe('['.repeat(5000))
})
