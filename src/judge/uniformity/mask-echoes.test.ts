import { describe, expect, it } from 'vitest'
import type { Exchange, Response } from '../../core/exchange.ts'
import type { SecretText } from '../../core/secret-text.ts'
import { ECHO, maskEchoesInBody, maskEchoesOf } from './mask-echoes.ts'

const ID = '7c1e04d95ab3f628'
const SECRET = '93d0c5fa1e6b7248'.repeat(4)
const key = `acme_${ID}_${SECRET}`
const by = (...headers: [string, SecretText][]) =>
  maskEchoesOf({ req: { credential: { headers } } } as unknown as Exchange, new Map([['TENANT_A_KEY', key]]))
const unecho = by(['X-Api-Key', key])

describe('unecho', () => {
  it.each([
    ['the key', key],
    ['the key_id', ID],
    ['the key_id in capitals', ID.toUpperCase()],
    ['the secret', SECRET],
    ['the first characters of the key_id', ID.slice(0, 8)],
    ['the last characters of the key_id', ID.slice(-8)],
    ['four characters with a digit and a letter', ID.slice(0, 4)],
    ['twelve of the secret', SECRET.slice(-12)],
  ])('marks %s', (_, piece) => expect(unecho(`key ${piece}: no`)).toBe(`key ${ECHO}: no`))

  it.each([
    ['a piece within a longer token', `x${ID.slice(0, 8)}`],
    ['a piece that continues', `${ID.slice(0, 8)}9`],
    ['three characters', ID.slice(0, 3)],
    ['characters from the middle', ID.slice(3, 11)],
    ['the prefix, which all keys share', 'acme'],
    ['nine characters of it', ID.slice(0, 9)],
  ])('does not mark %s', (_, piece) => expect(unecho(`key ${piece}: no`)).toBe(`key ${piece}: no`))

  it('marks every occurrence of the longest piece', () =>
    expect(unecho(`${ID} "${ID.slice(0, 4)}" ${key}`)).toBe(`${ECHO} "${ECHO}" ${ECHO}`))

  it('does not mark short pieces of digits or letters only, such as years and words', () => {
    const digits = by(['X-Api-Key', `acme_2026aaaabbbbcafe_${SECRET}`])
    expect(digits('2026 cafe')).toBe('2026 cafe')
    expect(digits('2026a')).toBe(ECHO)
    expect(digits('bbbbcafe')).toBe(ECHO)
  })

  it('ignores the scheme of Authorization', () => {
    const bearer = by(['Authorization', `Bearer ${key}`])
    expect(bearer(`Bearer ${ID}`)).toBe(`Bearer ${ECHO}`)
    expect(bearer('Bearer')).toBe('Bearer')
  })

  it('marks nothing without a key', () => expect(by()(`key ${ID}`)).toBe(`key ${ID}`))

  it('marks a key of punctuation literally, and ignores a short one', () => {
    expect(by(['X-Api-Key', 'a.c*(e'])('abc a.c*(e a1c*(e')).toBe(`abc ${ECHO} a1c*(e`)
    expect(by(['X-Api-Key', 'abc'])('abc')).toBe('abc')
    expect(by(['X-Api-Key', 'abcd'])('abcd')).toBe(ECHO)
  })

  it('finds the key_id of a supplied key, whose secret is already redacted', () => {
    const supplied = by(['X-Api-Key', [{ env: 'TENANT_A_KEY' }]])
    expect(supplied(`acme_${ID}_****`)).toBe(ECHO)
    expect(supplied(ID)).toBe(ECHO)
    expect(supplied('****')).toBe('****')
  })
})

describe('unechoBody, for a long body', () => {
  const filler = 'x'.repeat(20_000)
  const response = (text: string | undefined): Response => ({
    status: 401,
    reason: '',
    headers: [],
    bytes: 20_000,
    duplicates: [],
    text,
  })
  const marked = (text: string | undefined, part: string) => {
    const ofBody = maskEchoesInBody(response(text), unecho)
    return [ofBody, ofBody].map((read) => read(part))
  }

  it('finds an echo in the whole and in each part, repeatedly', () => {
    const text = `{"x":"${filler}","id":"${ID}"}`
    expect(marked(text, text)).toEqual(Array(2).fill(text.replace(ID, ECHO)))
    expect(marked(text, ID)).toEqual([ECHO, ECHO])
  })

  it('finds an escaped echo in a part', () => {
    const text = `{"x":"${filler}","id":"\\u0037${ID.slice(1)}"}`
    expect(marked(text, ID)).toEqual([ECHO, ECHO])
  })

  it('does not search the parts if the whole contains no echo', () => {
    const text = `{"x":"${filler}"}`
    let looks = 0
    const counting = (text: string) => {
      looks++
      return unecho(text)
    }
    const one = response(text)
    for (let i = 0; i < 3; i++) expect(maskEchoesInBody(one, counting)(filler)).toBe(filler)
    expect(looks).toBe(1)
  })

  it('searches the parts of an undecodable body', () => expect(marked(undefined, ID)).toEqual([ECHO, ECHO]))
})
