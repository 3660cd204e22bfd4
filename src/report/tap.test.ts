import { describe, expect, test } from 'vitest'
import { everyStatus, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderTap } from './tap.ts'

/** What a TAP reader makes of a test point. */
function points(text: string) {
  return text.split('\n').flatMap((line) => {
    const point = /^(not ok|ok) (\d+) - ((?:\\.|[^\\#])*?)(?: # (TODO|SKIP)\b(.*))?$/.exec(line)
    if (!point) return []
    const [, result, number, description, directive] = point
    const failed = result === 'not ok' && directive === undefined
    return [{ number: Number(number), description: description!.replace(/\\(.)/g, '$1'), directive, failed }]
  })
}

describe('report.tap', () => {
  test('of every status', () => {
    expect(renderTap(sampleReport([everyStatus('a')]))).toMatchSnapshot()
  })

  test('only what failed is a failure; points are numbered as planned', () => {
    const text = renderTap(sampleReport([everyStatus('a'), everyStatus('b')]))
    const found = points(text)
    expect(text).toMatch(/^TAP version 14\n1\.\.16\n/)
    expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
    expect(found.filter(({ failed }) => failed).map(({ description }) => description)).toEqual([
      'a.sample.failed: what a.sample.failed holds',
      'b.sample.failed: what b.sample.failed holds',
    ])
  })

  test('a stopped target fails, and a crash bails out', () => {
    const text = renderTap(sampleReport([sampleTarget('a', [], 'does not\nanswer')], { crash: 'worker\ndied' }))
    expect(points(text)).toMatchObject([{ failed: true }])
    expect(text).toContain('\nBail out! the suite itself failed: worker died\n')
  })

  test('a directive of a deployment is none', () => {
    const rule = sampleRule('a.x.y', 'failed', { title: 'x # TODO y \\# SKIP\nok 7 - z' })
    const found = points(renderTap(sampleReport([sampleTarget('a', [rule])])))
    expect(found).toMatchObject([{ failed: true, description: 'a.x.y: x # TODO y \\# SKIP ok 7 - z' }])
  })
})
