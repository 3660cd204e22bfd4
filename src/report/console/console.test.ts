import { describe, expect, test } from 'vitest'
import type { Report } from '../../core/results.ts'
import { everyStatus, FAILURE, sampleReport, sampleRule, sampleTarget } from '../../testing/sample-report.ts'
import { renderConsole } from './console.ts'
import { styleFor, wantsColour } from './style.ts'

const render = (report: Report, colour = false) =>
  renderConsole(report, {
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
      sampleReport([sampleTarget('a', [sampleRule('a.x.y', 'inconclusive')], 'http://x does not answer')]),
    )
    expect(text).toMatchSnapshot()
    expect(text.match(/does not answer/g)).toHaveLength(1)
  })

  test('interrupted', () => {
    expect(render(sampleReport([sampleTarget('a', passed(1))], { interrupted: true }))).toContain('interrupted')
  })

  test('what a verdict has to be read with stands before it', () => {
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
