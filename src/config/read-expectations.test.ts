import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from '../core/usage-error.ts'
import { newFolder } from '../testing/new-folder.ts'
import { readExpectations } from './read-entries.ts'

const dir = newFolder()
const TODAY = '2026-11-21'
const IDS = ['a.x', 'a.y', 'a.users.total', 'b.rows.walk']

function read(text: string) {
  const path = join(dir, 'expect.yaml')
  writeFileSync(path, text)
  return readExpectations(path, TODAY, IDS)
}

function problems(text: string): readonly string[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof UsageError) return error.lines
    throw error
  }
  return []
}

test('reads YAML with the line of each entry', () => {
  const text = `# accepted
- rule: a.users.total
  reason: TICKET-1
- rule: b.rows.*
  reason: rewritten in spring
  until: 2026-11-21
  contains: has_more
`
  expect(read(text)).toEqual([
    { rule: 'a.users.total', reason: 'TICKET-1', at: 'expect.yaml:2' },
    { rule: 'b.rows.*', reason: 'rewritten in spring', until: TODAY, contains: 'has_more', at: 'expect.yaml:4' },
  ])
})

test('reads JSON and empty files', () => {
  expect(read('[\n  { "rule": "a.users.total", "reason": "x" }\n]')).toEqual([
    { rule: 'a.users.total', reason: 'x', at: 'expect.yaml:2' },
  ])
  expect(read('# nothing\n')).toEqual([])
  expect(read('[]')).toEqual([])
})

test.for([
  ['- rule: a.x\n  reason: ""', '--expect: expect.yaml:1: reason: say why this failure is accepted'],
  ['- rule: a.x', '--expect: expect.yaml:1: reason: say why this failure is accepted'],
  ['- reason: x', '--expect: expect.yaml:1: rule: the id of a rule, or a pattern such as a.users.*'],
  ['- rule: a.x\n  reason: x\n  until: soon', '--expect: expect.yaml:1: until: a day such as 2027-01-31'],
  [
    '- rule: a.x\n  reason: x\n  until: 2026-11-20',
    '--expect: expect.yaml:1: a.x was accepted until 2026-11-20, which has passed: fix it, or agree on a later day',
  ],
  ['- rule: a.x\n  reasn: x', '--expect: expect.yaml:1: unknown field reasn; did you mean reason?'],
  [
    '- a.x',
    '--expect: expect.yaml:1: must be a list of entries, each with rule and reason, such as - { rule: a.users.total, reason: TICKET-1 }',
  ],
  [
    'rule: a.x',
    '--expect: expect.yaml: must be a list of entries, each with rule and reason, such as - { rule: a.users.total, reason: TICKET-1 }',
  ],
  [
    '- rule: a.users.totl\n  reason: x',
    '--expect: expect.yaml:1: no rule has the id a.users.totl; did you mean a.users.total?',
  ],
  ['- rule: b.nothing.*\n  reason: x', '--expect: expect.yaml:1: no rule has the id b.nothing.*; delete the entry'],
  ['- rule: a.x\n\treason: x', '--expect: expect.yaml:2: not valid YAML: indent with spaces, not with tabs'],
  [
    '- [a.x',
    '--expect: expect.yaml:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
])('%s: one line that names what to change', ([text, line]) => {
  expect(problems(text!)).toEqual([line])
})

test('rejects broken YAML with one line and its position', () => {
  const [line, ...more] = problems('- rule: a.x\n  reason: "x\n')
  expect(line).toMatch(/^--expect: expect\.yaml:\d: /)
  expect(more).toEqual([])
})

test('prints one line per invalid entry', () => {
  expect(problems('- rule: a.x\n- rule: a.y\n').map((line) => line.split(': ')[1])).toEqual([
    'expect.yaml:1',
    'expect.yaml:2',
  ])
})

test('rejects a missing file', () => {
  expect(() => readExpectations(join(dir, 'none.yaml'), TODAY, IDS)).toThrow(/"\S+none.yaml" is not there/)
})

test('reads or rejects any content', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.stringMatching(/^[-:{}[\],&*!|>'"%@#a \n]*$/))
  fc.assert(fc.property(text, (given) => problems(given).every((line) => line.startsWith('--expect: '))))
})
