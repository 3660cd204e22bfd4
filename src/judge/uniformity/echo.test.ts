import { describe, expect, it } from 'vitest'
import type { Exchange, Response } from '../../core/exchange.ts'
import type { SecretText } from '../../core/secret-text.ts'
import { ECHO, unechoBody, unechoOf } from './echo.ts'

const ID = '7c1e04d95ab3f628'
const SECRET = '93d0c5fa1e6b7248'.repeat(4)
const key = `acme_${ID}_${SECRET}`
const by = (...headers: [string, SecretText][]) =>
  unechoOf({ req: { credential: { headers } } } as unknown as Exchange, new Map([['TENANT_A_KEY', key]]))
const unecho = by(['X-Api-Key', key])

describe('what of the credential came back', () => {
  it.each([
    ['the key', key],
    ['the key_id', ID],
    ['the key_id in capitals', ID.toUpperCase()],
    ['the secret', SECRET],
    ['the first characters of the key_id', ID.slice(0, 8)],
    ['the last characters of the key_id', ID.slice(-8)],
    ['four characters with a digit and a letter', ID.slice(0, 4)],
    ['twelve of the secret', SECRET.slice(-12)],
  ])('%s is marked', (_, piece) => expect(unecho(`key ${piece}: no`)).toBe(`key ${ECHO}: no`))

  it.each([
    ['a piece within a longer token', `x${ID.slice(0, 8)}`],
    ['a piece that goes on', `${ID.slice(0, 8)}9`],
    ['three characters', ID.slice(0, 3)],
    ['characters from the middle', ID.slice(3, 11)],
    ['the prefix, which all keys share', 'acme'],
    ['nine characters of it', ID.slice(0, 9)],
  ])('%s is not', (_, piece) => expect(unecho(`key ${piece}: no`)).toBe(`key ${piece}: no`))

  it('each time it came, the longest piece at once', () =>
    expect(unecho(`${ID} "${ID.slice(0, 4)}" ${key}`)).toBe(`${ECHO} "${ECHO}" ${ECHO}`))

  it('a short piece of digits or of letters alone is no echo: years and words stand in answers anyway', () => {
    const digits = by(['X-Api-Key', `acme_2026aaaabbbbcafe_${SECRET}`])
    expect(digits('2026 cafe')).toBe('2026 cafe')
    expect(digits('2026a')).toBe(ECHO)
    expect(digits('bbbbcafe')).toBe(ECHO)
  })

  it('the scheme word of Authorization is no part of the key', () => {
    const bearer = by(['Authorization', `Bearer ${key}`])
    expect(bearer(`Bearer ${ID}`)).toBe(`Bearer ${ECHO}`)
    expect(bearer('Bearer')).toBe('Bearer')
  })

  it('where no key was sent, nothing is', () => expect(by()(`key ${ID}`)).toBe(`key ${ID}`))

  it('a key of signs is looked for as it is, and a short one not at all', () => {
    expect(by(['X-Api-Key', 'a.c*(e'])('abc a.c*(e a1c*(e')).toBe(`abc ${ECHO} a1c*(e`)
    expect(by(['X-Api-Key', 'abc'])('abc')).toBe('abc')
    expect(by(['X-Api-Key', 'abcd'])('abcd')).toBe(ECHO)
  })

  it('the secret of a setting comes back masked already, its key_id does not', () => {
    const supplied = by(['X-Api-Key', [{ env: 'TENANT_A_KEY' }]])
    expect(supplied(`acme_${ID}_****`)).toBe(ECHO)
    expect(supplied(ID)).toBe(ECHO)
    expect(supplied('****')).toBe('****')
  })
})

describe('in a body that is long', () => {
  const filler = 'x'.repeat(20_000)
  const response = (text: string | undefined): Response => ({
    status: 401,
    reason: '',
    headers: [],
    bytes: 20_000,
    duplicates: [],
    text,
  })
  const seen = (text: string | undefined, part: string) => {
    const ofBody = unechoBody(response(text), unecho)
    return [ofBody, ofBody].map((read) => read(part))
  }

  it('an echo is found in the whole and in each part, time and again', () => {
    const text = `{"x":"${filler}","id":"${ID}"}`
    expect(seen(text, text)).toEqual(Array(2).fill(text.replace(ID, ECHO)))
    expect(seen(text, ID)).toEqual([ECHO, ECHO])
  })

  it('one that is escaped is found in the part', () => {
    const text = `{"x":"${filler}","id":"\\u0037${ID.slice(1)}"}`
    expect(seen(text, ID)).toEqual([ECHO, ECHO])
  })

  it('no part is looked through where the whole holds none', () => {
    const text = `{"x":"${filler}"}`
    let looks = 0
    const counting = (text: string) => {
      looks++
      return unecho(text)
    }
    const one = response(text)
    for (let i = 0; i < 3; i++) expect(unechoBody(one, counting)(filler)).toBe(filler)
    expect(looks).toBe(1)
  })

  it('that could not be read, nothing is taken for known', () => expect(seen(undefined, ID)).toEqual([ECHO, ECHO]))
})
