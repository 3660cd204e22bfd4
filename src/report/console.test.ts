import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report, RuleResult } from '../core/results.ts'
import { everyStatus, FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderConsole, styleFor, wantsColour } from './console.ts'

const REPLAY = 'tc replay conformance-report --env-file staging.env'
const render = (report: Report, colour = false) =>
  renderConsole(report, {
    replay: REPLAY,
    style: styleFor(colour),
    path: 'conformance-report/report.json',
  })

const passed = (n: number) => Array.from({ length: n }, (_, i) => sampleRule(`a.sample.p${i}`, 'passed'))
const NEED = { reason: 'a control module' }

describe('console', () => {
  test('short when all is well', () => {
    const skipped = Array.from({ length: 12 }, (_, i) => sampleRule(`a.sample.s${i}`, 'skipped', NEED))
    const rules = [...passed(44), ...skipped, sampleRule('a.observed.x', 'observed')]
    expect(render(sampleReport([sampleTarget('a', rules)]))).toMatchSnapshot()
  })

  test('every status', () => {
    expect(render(sampleReport([everyStatus('a'), sampleTarget('b', passed(1))]))).toMatchSnapshot()
  })

  test('a target that was stopped has one line', () => {
    const text = render(
      sampleReport([sampleTarget('a', [sampleRule('a.x.y', 'inconclusive')], 'http://x does not respond')]),
    )
    expect(text).toMatchSnapshot()
    expect(text.match(/does not respond/g)).toHaveLength(1)
  })

  test('interrupted', () => {
    expect(render(sampleReport([sampleTarget('a', passed(1))], { interrupted: true }))).toContain('interrupted')
  })

  test('prints what qualifies a verdict before it', () => {
    const cut = { by: 'deadline', reason: 'the deadline of 5m was over' } as const
    const target = { ...sampleTarget('a', passed(1)), cut, proxy: 'http://proxy.example:3128' }
    const lines = render(sampleReport([target], { insecure: true })).split('\n')
    const at = (text: string) => lines.findIndex((line) => line.includes(text))
    const found = [
      at('variant A: the deadline of 5m was over: rules without a result were not tested'),
      at('--insecure: certificates are not checked'),
      at('variant A was tested through the proxy http://proxy.example:3128'),
    ]
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...found)).toBeLessThan(at('variant A: conformant'))
  })

  test('shows a failure that comes with another one briefly', () => {
    const follows = { rule: 'a.users.x', because: 'judged-by' } as const
    const rules = [
      sampleRule('a.users.x', 'failed', { failure: FAILURE }),
      sampleRule('a.users.y', 'failed', { failure: { ...FAILURE, follows } }),
    ]
    const [, leader, follower] = render(sampleReport([sampleTarget('a', rules)])).split(/^FAILED/m)
    expect(leader).toContain('impact')
    expect(follower).toContain('fix a.users.x first')
    expect(follower).not.toContain('impact')
  })

  test('lists no rules that --rule leaves out', () => {
    const rules = [...passed(1), sampleRule('a.users.z', 'skipped', { reason: 'not selected', unselected: true })]
    expect(render(sampleReport([sampleTarget('a', rules)]))).not.toContain('a.users.z')
  })

  test('ends with the next step after failures: the worst first, however many it explains', () => {
    const rules = [
      sampleRule('a.users.x', 'failed', { failure: { ...FAILURE, explains: 9 } }),
      sampleRule('a.auth.y', 'failed', {
        failure: {
          ...FAILURE,
          explains: 2,
          explained: ['a.x', 'a.z'],
          blocks: ['a.z'],
        },
      }),
    ]
    expect(
      render(sampleReport([sampleTarget('a', rules)]))
        .split('\n')
        .slice(-7),
    ).toEqual([
      '',
      'next    fix a.auth.y first: it explains 2 other rules: 1 fails with it (a.x), 1 is not judged while it fails (a.z)',
      '        apart from it, as far as was seen: a.users.x',
      `replay  ${REPLAY}`,
      'note    causes are likely ones, the likeliest first: from outside, neither code nor a gateway is seen',
      'report  conformance-report/report.json',
      '',
    ])
    const ofB = sampleReport([sampleTarget('b', [sampleRule('b.auth.y', 'failed', { failure: FAILURE })])])
    expect(render(ofB)).toContain('tries others, too')
    expect(render(sampleReport([sampleTarget('a', passed(1))]))).not.toContain('next')
  })

  test('names the failure to fix first of each variant', () => {
    const failing = (id: string) => sampleRule(id, 'failed', { failure: FAILURE })
    const targets = [
      sampleTarget('a', [failing('a.auth.x')]),
      sampleTarget('b', [failing('b.key.y'), failing('b.x.z')]),
    ]
    expect(render(sampleReport(targets))).toContain(
      'next    fix b.key.y first\n        apart from it, as far as was seen: b.x.z\n        and a.auth.x; one fix may repair both, where the variants share code\n',
    )
  })

  test('says what decides the most required rules that were not tested', () => {
    const lacking = (id: string, missing: RuleResult['missing'], more: Partial<RuleResult> = {}) =>
      sampleRule(id, 'skipped', { missing, reason: `supply ${missing}`, ...more })
    const rules = [
      ...passed(1),
      lacking('a.key.x', ['key:expired']),
      lacking('a.key.y', ['control.createKey']),
      lacking('a.key.z', ['control.revokeKey']),
      ...[1, 2, 3].map((n) => lacking(`a.mild.${n}`, ['key:revoked'], { severity: 'warning' })),
    ]
    const ending = (rules: RuleResult[]) =>
      render(sampleReport([sampleTarget('a', rules)]))
        .split('\n')
        .at(-2)
    expect(ending(rules)).toMatch(
      /^next {4}supply a control module \(`.* help control`\), which decides 2 of 3 untested required rules; without code, --control manual asks you to act, and decides most of them; `.* doctor` says what else is missing$/,
    )
    expect(ending(rules.slice(0, 2))).toMatch(
      /^next {4}supply key:expired, which decides the 1 untested required rule$/,
    )
    const warned = sampleRule('a.error.y', 'warned', { failure: FAILURE })
    expect(render(sampleReport([sampleTarget('a', [...rules, warned])]))).toMatch(
      /next {4}fix a.error.y first\n.*\nnext {4}supply a control module/s,
    )
  })

  test('flaky failures say so', () => {
    const rule = sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, flaky: '1 of 2' } })
    expect(render(sampleReport([sampleTarget('a', [rule])]))).toContain('failed 1 of 2 times')
  })

  test('what a deployment sends cannot steer the terminal', () => {
    const evil = 'x\x1b[2J\x07\r\u202ey\u009b'
    const rules = [
      sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, actual: evil, counterexample: { evil } } }),
      sampleRule('a.x.z', 'skipped', { reason: evil }),
    ]
    const text = render(sampleReport([sampleTarget('a', rules), sampleTarget('b', [], evil)]))
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(text).toContain('x\\x1b[2J\\x07\\x0d\\u202ey\\x9b')
  })

  test.for([60, 80])('fits %i columns, but for commands, and loses no word', (columns) => {
    const report = sampleReport([everyStatus('a'), sampleTarget('b', passed(1))])
    const options = { style: styleFor(true), path: 'conformance-report/report.json' }
    const text = renderConsole(report, { ...options, columns })
    const lines = stripVTControlCharacters(text).split('\n')
    expect(lines.filter((line) => line.length > columns && !/^ *(curl|again) /.test(line))).toEqual([])
    const words = (text: string) =>
      stripVTControlCharacters(text)
        .match(/[^\s,—]+/g)
        ?.filter((word) => word !== '-')
    expect(words(text)).toEqual(words(renderConsole(report, options)))
    expect(lines.some((line) => /^ {12,}\S/.test(line))).toBe(true)
  })

  test('quiet: a line for each failure and warning, and the verdicts', () => {
    const report = sampleReport([everyStatus('a')])
    const options = { style: styleFor(false), path: 'p' }
    const text = renderConsole(report, { ...options, detail: 'quiet' })
    expect(text).toMatch(
      /^FAILED {2}a\.sample\.failed {2}.*\nWARNED {2}a\.sample\.warned {2}.*\n\nvariant A: nonconformant — .*\n$/,
    )
  })

  test('only verbose names every id and the proof of the suite', () => {
    const skipped = Array.from({ length: 12 }, (_, i) => sampleRule(`a.sample.s${i}`, 'skipped', NEED))
    const sample = sampleReport([sampleTarget('a', [...passed(44), ...skipped])])
    const proof = { faults: { caught: 2, of: 2 }, freedoms: { green: 1, of: 1, seeds: 3 }, digest: '00' }
    const report = { ...sample, suite: { ...sample.suite, proof } }
    const options = { style: styleFor(false), path: 'p' }
    const verbose = renderConsole(report, { ...options, detail: 'verbose' })
    const only = [/a\.sample\.s7, a\.sample\.s8/, /^this suite was proven: /m]
    for (const text of only) {
      expect(verbose).toMatch(text)
      expect(render(report)).not.toMatch(text)
    }
  })

  test('colour only where it is wanted', () => {
    expect(render(sampleReport([everyStatus('a')]))).not.toContain('\x1b')
    expect(render(sampleReport([everyStatus('a')]), true)).toContain('\x1b[')
    expect(wantsColour({}, true)).toBe(true)
    expect(wantsColour({}, false)).toBe(false)
    expect(wantsColour({ FORCE_COLOR: '1' }, false)).toBe(true)
    expect(wantsColour({ FORCE_COLOR: '0' }, true)).toBe(false)
    expect(wantsColour({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false)
  })
})
