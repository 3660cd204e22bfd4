import { expect, it } from 'vitest'
import { keyFormatProblem } from './key-format.ts'

const ID = '0123456789abcdef'
const SECRET = ID.repeat(4)

it.each([`tenant_${ID}_${SECRET}`, `acme_live_${ID.toUpperCase()}_${SECRET.toUpperCase()}`, `a_${ID}_${ID}_${SECRET}`])(
  'accepts %s',
  (text) => expect(keyFormatProblem(text)).toBeUndefined(),
)

it.each([
  [`${ID}_${SECRET}`, '2 of the 3 parts between underscores'],
  ['', '1 of the 3 parts between underscores'],
  [`_${ID}_${SECRET}`, 'an empty prefix'],
  [`t_${ID.slice(1)}_${SECRET}`, 'a key_id of 15 characters instead of 16'],
  [`t_${ID}_${SECRET}0`, 'a secret of 65 characters instead of 64'],
  [`t_${ID.slice(1)}g_${SECRET}`, 'a key_id with characters besides 0-9 and a-f'],
  [`t_${ID}_${SECRET.slice(1)}-`, 'a secret with characters besides 0-9 and a-f'],
  [`t_${ID}_${SECRET}\n`, 'a secret of 65 characters instead of 64'],
])('rejects %j', (text, problem) => expect(keyFormatProblem(text)).toBe(problem))
