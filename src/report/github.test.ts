import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everyStatus, FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderAnnotations, withoutCommands } from './github.ts'

/** What the runner makes of a line. */
function read(line: string) {
  const [, kind, title, message] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? []
  const undo = (text = '') =>
    text
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%0A', '\n')
      .replaceAll('%0D', '\r')
      .replaceAll('%25', '%')
  return { kind, title: undo(title), message: undo(message) }
}
const annotations = (...args: Parameters<typeof sampleReport>) =>
  renderAnnotations(sampleReport(...args))
    .split('\n')
    .slice(0, -1)

describe('annotations', () => {
  test('a notice for what exit code 0 does not cover', () => {
    const rules = [sampleRule('a.x.y', 'passed'), sampleRule('a.x.z', 'skipped')]
    const partial = { complete: false }
    expect(annotations([sampleTarget('a', rules)], partial).map(read)).toEqual([
      {
        kind: 'notice',
        title: 'not every rule was decided',
        message: expect.stringContaining('1 of 2 rules were not'),
      },
    ])
    expect(annotations([sampleTarget('a', rules.slice(0, 1))], { complete: true })).toEqual([])
    expect(annotations([sampleTarget('a', rules)], { ...partial, interrupted: true })).toEqual([])
  })

  test('an error for what failed, a warning for what warned, and nothing else', () => {
    const lines = annotations([everyStatus('a')])
    expect(lines.map(read)).toEqual([
      { kind: 'error', title: 'a.sample.failed', message: expect.stringContaining('expected: 401\nactual: 200') },
      { kind: 'warning', title: 'a.sample.warned', message: expect.stringContaining('what a.sample.warned holds') },
    ])
  })

  test('a target that was stopped, and a crash, are errors', () => {
    const lines = annotations([sampleTarget('b', [], 'http://x does not respond')], { crash: 'worker died' })
    expect(lines.map((line) => read(line).message)).toEqual(['worker died', 'http://x does not respond'])
  })

  test('prints no more than GitHub shows, and the number of the others', () => {
    const rules = Array.from({ length: 12 }, (_, i) => sampleRule(`a.x.r${i}`, 'failed'))
    const lines = annotations([sampleTarget('a', rules)])
    expect(lines).toHaveLength(10)
    expect(read(lines[9]!).title).toBe('and 3 more rules')
    expect(annotations([sampleTarget('a', rules.slice(0, 10))])).toHaveLength(10)
  })

  test('each stays one command with any text of a deployment', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\n', '\r', '%', ':', ',', 'a', '::error::') }), (evil) => {
        const rule = sampleRule('a.x.y', 'failed', { title: evil, failure: { ...FAILURE, actual: evil } })
        const lines = annotations([sampleTarget('a', [rule])])
        expect(lines).toHaveLength(1)
        expect(read(lines[0]!).message).toContain(evil.replaceAll('\r', '\\x0d'))
      }),
    )
  })
})

test('no command is obeyed in what the console prints', () => {
  expect(withoutCommands('one\n::error::two\n', 'token')).toBe('::stop-commands::token\none\n::error::two\n::token::\n')
})
