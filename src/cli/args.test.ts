import { describe, expect, test } from 'vitest'
import { UsageError } from '../core/usage-error.ts'
import { type Options, parseArguments } from './command.ts'

const OPTIONS: Options = {
  depth: { value: 'D', help: '' },
  rule: { value: 'P', multiple: true, help: '' },
  strict: { help: '' },
}

function line(...argv: string[]): string {
  try {
    parseArguments(argv, OPTIONS)
  } catch (error) {
    if (error instanceof UsageError) return error.lines.join('\n')
    throw error
  }
  return ''
}

test('parses both spellings of options, repeated options and positionals', () => {
  expect(parseArguments(['x', '--rule', 'a', '--rule=b', '--strict', '--', '--y'], OPTIONS)).toMatchObject({
    values: { rule: ['a', 'b'], strict: true },
    positionals: ['x', '--y'],
  })
})

describe('rejects with one line', () => {
  test.for([
    [['--dept', 'quick'], 'unknown option --dept; did you mean --depth?'],
    [['--zzzzzzz'], 'unknown option --zzzzzzz'],
    [['--toString'], 'unknown option --toString'],
    [['-x'], 'unknown option -x'],
    [['--depth'], '--depth needs a value: D'],
    [['--depth', '--strict'], '--depth needs a value: D'],
    [['--strict=no'], '--strict takes no value'],
    [['--no-strict'], 'unknown option --no-strict'],
    [['--depth=a', '--depth=b'], '--depth is given twice'],
  ] as const)('%j', ([argv, expected]) => {
    expect(line(...argv)).toBe(expected)
  })
})
