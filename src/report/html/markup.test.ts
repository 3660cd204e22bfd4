import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizeReport } from '../sanitize-report.ts'
import { html } from './markup.ts'

test('escapes values in content and attributes', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`
  const escaped = '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;'
  expect(String(html`<p title="${evil}">${evil}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`)
})

test('no text of a report starts a tag, ends an attribute, or has invisible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (unsafe) => {
      const text = sanitizeReport(unsafe, { keepTabs: true })
      const [, attribute, content] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/s.exec(
        String(html`<p title="${text}">${text}</p>`),
      )!
      expect(`${attribute}${content}`.replace(/[\t\n]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    }),
  )
})

test('keeps markup, joins lists, and writes nothing for undefined and false', () => {
  const items = [1, 2].map((n) => html`<li>${n}</li>`)
  expect(String(html`<ul>${items}</ul>${undefined}${false}`)).toBe('<ul><li>1</li><li>2</li></ul>')
})
