import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STATUSES } from '../../core/results.ts'
import { explanationsOf, FULL_FAILURE, fullReport } from '../../testing/full-report.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../../testing/sample-report.ts'
import { renderHtml } from './render-html.ts'

const body = JSON.stringify({ data: Array.from({ length: 60 }, (_, id) => ({ id, name: `User ${id}` })) }).slice(
  0,
  4096,
)
const exchange = FAILURE.exchanges[0]!
const large = { ...exchange, response: { ...exchange.response!, body, bodyBytes: 100_000 } }

test('the whole catalogue with 30 failures of six exchanges each stays below 2 MB', async () => {
  const report = await fullReport(15, { ...FULL_FAILURE, exchanges: Array.from({ length: 6 }, () => large) })
  const all = (await Promise.all([explanationsOf('a'), explanationsOf('b')])).flat()
  const text = renderHtml(report, { explanations: new Map(all.map((one) => [one.id, one])) })
  expect(text.match(/<article class="failure"/g)?.length).toBeGreaterThanOrEqual(30)
  expect(Buffer.byteLength(text)).toBeLessThan(2_000_000)
})

test('a rule that this catalogue does not know is shown by its result', () => {
  const text = renderHtml(sampleReport([sampleTarget('a', [sampleRule('a.later.rule', 'failed')])]))
  expect(text).toContain('what a.later.rule holds')
  expect(text).toContain('This version of the suite does not know the rule.')
})

test('renders a target without any results', () => {
  const text = renderHtml(sampleReport([sampleTarget('a', [], 'http://x does not respond')], { interrupted: true }))
  expect(text).toContain('http://x does not respond')
  expect(text).toContain('The run was interrupted')
  expect(renderHtml(sampleReport([]))).toContain('<!doctype html>')
})

test('it says what has to be done: keys to revoke, entries to delete, a crash to report', async () => {
  const text = renderHtml(await fullReport(1))
  for (const part of ['tk_0123456789abcdef: the console returned 500', 'expect.yaml:3', 'out of memory', '812 of 812'])
    expect(text).toContain(part)
})

test('each failure says how to see it: the request, the rule again, and all of them where replay is there', async () => {
  const report = await fullReport(1)
  const context = { replay: 'npx replay' }
  const text = renderHtml(report, context)
  expect(text).toContain('$TENANT_A_KEY_REVOKED')
  expect(text).toContain('npm run conformance -- run --out x/again --rule a.x --seed 42')
  expect(text).toContain('npx replay')
  expect(renderHtml(report)).not.toContain('replay command')
})

test('the verdict names what is broken first, without what follows from it, and the matrix links every rule', () => {
  const reach = { explains: 3, explained: ['a.x', 'a.y', 'a.z'], blocks: [] }
  const lead = sampleRule('a.users.echo', 'failed', { failure: { ...FAILURE, headline: 'It echoes 25', ...reach } })
  const follows = { rule: lead.id, because: 'same-response' } as const
  const led = sampleRule('a.users.total', 'failed', { failure: { ...FAILURE, headline: 'It is led', follows } })
  const text = renderHtml(sampleReport([sampleTarget('a', [led, lead])]))
  const [card = '', rest = ''] = text.split('<nav ')
  expect(card).toContain('It echoes 25</a> <span class="muted">(explains 3 more rules)')
  expect(card).not.toContain('It is led')
  expect(rest).toMatch(/Fix <a href="#failure-a\.users\.echo">a\.users\.echo<\/a> first:/)
  for (const { id } of [lead, led])
    expect(rest).toContain(`<a href="#rule-${id}" data-status="failed" title="${id}: failed"`)
})

test('the verdict says what was not tested and what that means for a release, unless all was', () => {
  const rules = [sampleRule('a.x.y', 'passed'), sampleRule('a.x.z', 'skipped', { reason: 'supply a key' })]
  const cardOf = (some: typeof rules) => renderHtml(sampleReport([sampleTarget('a', some)])).split('<nav ')[0]
  expect(cardOf(rules)).toContain(
    '<p class="open">2 rules; 1 of 2 required rules decided; 1 required and not tested: a.x.z.</p>',
  )
  expect(cardOf(rules)).toContain('A rule that was not tested never counts as passed.')
  expect(cardOf(rules)).toContain('Exit code 0 covers only the rules that were decided: 1 of 2 rules were not')
  expect(cardOf(rules.slice(0, 1))).toContain('<p class="open">1 rule; 1 of 1 required rule decided.</p>')
  expect(cardOf(rules.slice(0, 1))).not.toMatch(/never counts as passed|Exit code/)
})

test.for(STATUSES)('%s has a colour in both themes', (status) => {
  const css = readFileSync(new URL('page.css', import.meta.url), 'utf8')
  const own = css.split(`[data-status="${status}"] {\n  --c: `)[1] ?? css.split('[data-status] {\n  --c: ')[1]!
  const value = own.split(';')[0]!
  const [, variable] = /^var\((--\w+)\)$/.exec(value) ?? []
  expect(variable === undefined ? value : css.split(`  ${variable}: `)[1]).toMatch(/^light-dark\(#/)
})
