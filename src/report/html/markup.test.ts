import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './markup.ts'

test('what is filled in cannot leave its place', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;/script&gt;&lt;img src=x onerror="alert(\'1\')"&gt;&amp;</p>',
  )
})

test('whatever the text: no tag begins in it, no attribute ends in it, nothing in it is invisible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [, attribute, content] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/s.exec(
        html`<p title="${text}">${text}</p>`.text,
      )!
      expect(`${attribute}${content}`.replace(/[\t\n]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    }),
  )
})

test('what the tag wrote itself stays; lists are joined; nothing is written for what is left out', () => {
  const items = [1, 2].map((n) => html`<li>${n}</li>`)
  expect(html`<ul>${items}</ul>${undefined}${false}`.text).toBe('<ul><li>1</li><li>2</li></ul>')
})
