import { describe, expect, it } from 'vitest'
import { alphabet, numbers, outline, shape } from './leaves.ts'

describe('shape', () => {
  it.each([
    ['req-1f3c', 'a3-h4'],
    ['1F3C', 'H4'],
    // Fewer than four characters or letters beyond f are not hex.
    ['1f3', 'm3'],
    ['abc', 'a3'],
    ['abcd', 'h4'],
    ['wxyz', 'a4'],
    ['ABC', 'A3'],
    ['WXYZ', 'A4'],
    ['123', '93'],
    ['1234', 'h4'],
    ['aB', 'm2'],
    ['1f3c!', 'h4!'],
    ['x1f3c', 'm5'],
    ['1F3Cx', 'm5'],
    ['a b', 'a1 a1'],
    ['', ''],
  ])('%j is %j', (text, expected) => expect(shape(text)).toBe(expected))
})

describe('outline', () => {
  it.each([
    ['req-1f3c', 'w'],
    ['a+b/c.d_e', 'w'],
    ['dG9rZW4==', 'w'],
    ['a=b', 'ww'],
    ['max-age=0, private', 'ww, w'],
    ['"quoted"', '"w"'],
    ['', ''],
  ])('%j is %j', (text, expected) => expect(outline(text)).toBe(expected))
})

describe('alphabet', () => {
  it.each([
    ['0', '100000'],
    ['a', '010000'],
    ['f', '010000'],
    ['g', '001000'],
    ['z', '001000'],
    ['A', '000100'],
    ['F', '000100'],
    ['G', '000010'],
    ['Z', '000010'],
    ['é', '000001'],
    [' ~', '000000'],
    ['9bGé', '110011'],
  ])('%j is %s', (text, expected) => expect(alphabet(text)).toBe(expected))
})

describe('numbers', () => {
  it.each<[string, number[]]>([
    ['12 of 34.5', [12, 34.5]],
    ['limit=100;w=60', [100, 60]],
    ['550e8400-e29b-41d4', []],
    ['1-2', []],
    ['v2', []],
    ['2x', []],
    ['1.2.3', [1.2]],
    ['-5', []],
    ['1 2 3 4 5 6 7', [1, 2, 3, 4, 5, 6]],
    ['', []],
  ])('%j holds %j', (text, expected) => expect(numbers(text)).toEqual(expected))
})

it('handles a run of megabytes', () => {
  expect(shape('7'.repeat(7 << 20))).toBe(`h${7 << 20}`)
})
