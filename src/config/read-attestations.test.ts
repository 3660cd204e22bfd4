import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../core/usage-error.ts'
import { newFolder } from '../testing/new-folder.ts'
import { readAttestations } from './read-entries.ts'

const dir = newFolder()
const clause = { section: '2', text: 'Only a hash of the secret is stored.', untestable: 'storage is not visible' }
const references = { a: { '2.hashed': { ...clause, attestable: true }, '2.remark': clause }, b: {} } as const

function read(text: string) {
  const file = join(dir, 'attest.yaml')
  writeFileSync(file, text)
  return readAttestations({ from: '--attest', file }, '2026-11-22', references)
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

const entry = (clause: string, more = '') =>
  `- clause: ${clause}\n  by: Jo\n  on: 2026-11-20\n  statement: read the schema\n${more}`

test('reads who attests what, and when', () => {
  expect(read(entry('a.2.hashed'))).toEqual([
    { clause: 'a.2.hashed', by: 'Jo', on: '2026-11-20', statement: 'read the schema' },
  ])
  expect(read('# nothing yet\n')).toEqual([])
})

test.each([
  [entry('a.2.hashd'), '--attest: attest.yaml:1: no clause has the id a.2.hashd; did you mean a.2.hashed?'],
  [entry('a.2.remark'), '--attest: attest.yaml:1: a.2.remark cannot be attested: storage is not visible'],
  [entry('a.2.hashed') + entry('a.2.hashed'), '--attest: attest.yaml:5: a.2.hashed is attested twice'],
  [
    entry('a.2.hashed', '  until: 2026-11-21\n'),
    '--attest: attest.yaml:1: a.2.hashed was attested until 2026-11-21, which has passed',
  ],
  [
    entry('a.2.hashed').replace('11-20', '12-01'),
    '--attest: attest.yaml:1: a.2.hashed: on is in the future: 2026-12-01',
  ],
  [entry('a.2.hashed').replace('  by: Jo\n', ''), '--attest: attest.yaml:1: by: the person or team responsible for it'],
])('refuses %j', (text, line) => {
  expect(problems(text)).toEqual([line])
})
