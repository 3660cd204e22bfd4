import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Status } from '../../core/results.ts'
import { command } from '../../testing/command.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../../testing/sample-report.ts'
import { withoutCode } from '../../testing/without-code.ts'
import { renderJson } from '../write-files.ts'
import { renderSummary, renderSummaryMarkdown } from './render-console.ts'
import { type Named, namesFor, summarise } from './summarise.ts'

const plain = { good: String, bad: String, warn: String, dim: String, strong: String }

/** A report of variant A in which these rules ended so; a text that is no status is what an observed rule saw. */
function named(name: string, rules: Readonly<Record<string, Status | { seen: string }>>): Named {
  const results = Object.entries(rules).map(([id, how]) =>
    typeof how === 'string' ? sampleRule(id, how) : sampleRule(id, 'observed', { observation: { 'page=0': how.seen } }),
  )
  return { name, report: sampleReport([sampleTarget('a', results)]) }
}

const FLEET = [
  named('eu', { 'a.w': 'passed', 'a.x': 'passed', 'a.y': 'skipped', 'a.z': 'failed', 'a.o': { seen: '400' } }),
  named('us', { 'a.w': 'passed', 'a.x': 'failed', 'a.y': 'passed', 'a.z': 'failed', 'a.o': { seen: '200' } }),
  named('ap', { 'a.w': 'passed', 'a.x': 'passed', 'a.y': 'passed', 'a.z': 'warned', 'a.o': { seen: '400' } }),
]

describe('a matrix', () => {
  test('has what differs first', () => {
    const [matrix] = summarise(FLEET).matrices
    expect(matrix!.rules.map(({ id, group }) => [id, group])).toEqual([
      ['a.x', 'broken on some'],
      ['a.z', 'broken on all'],
      ['a.o', 'observed to differ'],
      ['a.y', 'not tried on all'],
      ['a.w', 'alike'],
    ])
    expect(matrix!.rules[0]!.cells.map((cell) => cell?.status)).toEqual(['passed', 'failed', 'passed'])
  })

  test('a deployment that could not be tested differs in nothing, and is listed once', () => {
    const down = {
      name: 'down',
      report: sampleReport([sampleTarget('a', [sampleRule('a.x', 'inconclusive')], 'no response')]),
    }
    const [matrix] = summarise([FLEET[0]!, down]).matrices
    expect(matrix!.rules.find(({ id }) => id === 'a.x')).toMatchObject({ group: 'alike', cells: [{}, null] })
    expect(renderSummary({ schemaVersion: 1, made: [], matrices: [matrix!] }, plain)).toContain(
      'A  down  inconclusive — no response;',
    )
  })

  test('each variant has its own, of the reports that tried it', () => {
    const both = { name: 'both', report: sampleReport([sampleTarget('a', []), sampleTarget('b', [])]) }
    const { matrices } = summarise([both, FLEET[0]!])
    expect(matrices.map(({ variant, deployments }) => [variant, deployments.map(({ name }) => name)])).toEqual([
      ['a', ['both', 'eu']],
      ['b', ['both']],
    ])
  })
})

test('prints the conditions of the runs first, then differences, exceptions before the rest', () => {
  const [eu, us, ap] = FLEET as [Named, Named, Named]
  const deep = { name: 'us', report: { ...us.report, run: { ...us.report.run, depth: 'exhaustive' as const } } }
  expect(renderSummary(summarise([eu, deep, ap]), plain)).toMatch(
    new RegExp(
      [
        '^the runs differ in their conditions:',
        '  depth: exhaustive — us',
        '         standard — eu, ap',
        '',
        'variant A, 3 deployments',
        '',
        'violated on some:',
        '  a.x  what a.x holds',
        '    failed: expected 401; got 200 — us',
        '    passed — eu, ap',
      ].join('\n'),
    ),
  )
})

test('of many, the rest is counted and not named', () => {
  const many = Array.from({ length: 20 }, (_, i) => named(`d${i}`, { 'a.x': i === 3 ? 'failed' : 'passed' }))
  const text = renderSummary(summarise(many), plain)
  expect(text).toContain('expected 401; got 200 — d3\n')
  expect(text).toContain('passed — the other 19\n')
})

test('in markdown, what deployments say and are called is neither markup nor a mention', () => {
  const evil = '@everyone <img src=x> ``` | </details>\n# x'
  const bad = sampleRule('a.x', 'failed', { title: evil, failure: { ...FAILURE, summary: evil } })
  const odd = sampleRule('a.o', 'observed', { observation: { [evil]: evil } })
  const target = { ...sampleTarget('a', [bad, odd], undefined), baseUrl: evil }
  const report = sampleReport([target], { startedAt: evil })
  const fleet = [
    { name: evil, report },
    { name: 'b', report: named('b', { 'a.x': 'passed', 'a.o': { seen: '1' } }).report },
  ]
  const text = withoutCode(renderSummaryMarkdown(summarise(fleet)))
  expect(text).not.toMatch(/@everyone|<img|^# x/m)
  expect(text.match(/<\/details>/g)).toHaveLength(1)
})

test('reports are called by what their paths do not share', () => {
  expect(namesFor(['/r/eu/out/report.json', '/r/us/out/report.json'])).toEqual(['eu', 'us'])
  expect(namesFor(['/r/v1.json', '/r/v2.json'])).toEqual(['v1', 'v2'])
  expect(namesFor(['/r/eu/one', '/r/eu/one'])).toEqual(['one', 'one (2)'])
  expect(namesFor(['/r/eu'])).toEqual(['eu'])
})

describe('the command', () => {
  const dir = newFolder()
  for (const { name, report } of FLEET) {
    mkdirSync(join(dir, name))
    writeFileSync(join(dir, name, 'report.json'), renderJson(report))
  }

  test('writes each format, by the name of the file or by --format', async () => {
    const page = await command(dir, ['summary', 'eu', 'West=us', '--out', 'fleet.html'])
    expect([page.code, page.stdout, page.stderr]).toEqual([
      0,
      '',
      'tenant-conformance: a matrix of 2 reports is in fleet.html\n',
    ])
    expect(readFileSync(join(dir, 'fleet.html'), 'utf8')).toMatch(/<!doctype html>.*West/s)
    const json = await command(dir, ['summary', 'eu', 'us', '--format', 'json'])
    expect(JSON.parse(json.stdout).matrices[0].rules[0].id).toBe('a.x')
    const markdown = await command(dir, ['summary', 'eu', 'us', '--format', 'markdown'])
    expect(markdown.stdout).toContain('| rule | `eu` | `us` |')
  })

  test.for([
    [['summary'], 'summary takes reports, for example: summary eu=reports/eu us=reports/us'],
    [
      ['summary', 'nowhere'],
      '"nowhere" is not there: name the folder that `run` wrote, such as conformance-report, or the report.json in it',
    ],
    [['summary', 'eu', '--format', 'pdf'], '--format takes one of console, markdown, json, html'],
    [['summary', 'eu', '--out', 'no/such/file'], '--out: "no/such/file" cannot be written (ENOENT)'],
  ])('%j: one line, exit code 2', async ([args, line]) => {
    const { code, stderr } = await command(dir, args as string[])
    expect([code, stderr]).toEqual([2, `tenant-conformance: ${line}\n`])
  })
})
