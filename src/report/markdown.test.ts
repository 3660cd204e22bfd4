import { describe, expect, test } from 'vitest'
import { everyStatus, FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { withoutCode } from '../testing/without-code.ts'
import { COMMENT, renderMarkdown } from './markdown.ts'

describe('report.md', () => {
  test('of every status', () => {
    expect(renderMarkdown(sampleReport([everyStatus('a')]))).toMatchSnapshot()
  })

  test('is short when all is well', () => {
    const rules = Array.from({ length: 40 }, (_, i) => sampleRule(`a.x.r${i}`, 'passed'))
    expect(
      renderMarkdown(sampleReport([sampleTarget('a', rules)]))
        .trim()
        .split('\n').length,
    ).toBeLessThanOrEqual(10)
  })

  test('fits into a comment, and says what did not', () => {
    const failure = { ...FAILURE, actual: 'x'.repeat(50_000), causes: ['y'.repeat(5_000)] }
    const rules = Array.from({ length: 50 }, (_, i) => sampleRule(`a.x.r${i}`, 'failed', { failure }))
    const text = renderMarkdown(sampleReport([sampleTarget('a', rules)]))
    expect(text.length).toBeLessThan(65_536)
    expect(text.length).toBeGreaterThan(COMMENT / 2)
    const [, left] = /\*\*(\d+) of 50 entries did not fit here\*\*/.exec(text) ?? []
    expect(Number(left) + text.split('<details>').length - 1).toBe(50)
    expect(text.split('</details>').length).toBe(text.split('<details>').length)
  })

  test('stopped, interrupted, crashed', () => {
    const text = renderMarkdown(
      sampleReport([sampleTarget('a', [], 'http://x does not respond')], { interrupted: true, crash: 'worker `died`' }),
    )
    expect(text).toContain('could not be tested:** `http://x does not respond`')
    expect(text).toContain('**Interrupted:**')
    expect(text).toContain('`` worker `died` ``')
  })

  test('what a deployment sends is neither markup nor a mention', () => {
    const evil = '@everyone <img src=x> ``` ~~~ | </details> <b>'
    const rules = [
      sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, actual: evil, summary: evil } }),
      sampleRule('a.x.z', 'skipped', { reason: evil }),
    ]
    const text = renderMarkdown(sampleReport([sampleTarget('a', rules)]))
    const plain = withoutCode(text)
    expect(plain).not.toMatch(/@everyone|<img|~~~/)
    expect(plain.match(/<\/details>/g)).toHaveLength(2)
  })
})
