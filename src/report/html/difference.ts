import type { Difference } from '../../core/results.ts'
import { html, type Markup } from './markup.ts'

/** Two texts, side by side or below each other, with what differs marked in both. */
export function differenceBox({ at, one, other }: Difference): Markup {
  const marked = markBoth(one.text, other.text)
  return html`<figure class="difference"><figcaption>They differ in ${at}</figcaption>
${[one, other].map(({ label }, i) => html`<div><h5>${label}</h5><pre><code>${marked[i]}</code></pre></div>`)}
</figure>`
}

/** What stands before and after the part that differs is alike. Of several lines, the first that differs is marked. */
export function markBoth(one: string, other: string): readonly [Markup, Markup] {
  const start = commonStart(one, other)
  const ends = [one, other].map((text) => lineEnd(text, start)) as [number, number]
  const alike = commonEnd(one.slice(start, ends[0]), other.slice(start, ends[1]))
  return [marked(one, start, ends[0] - alike), marked(other, start, ends[1] - alike)]
}

function marked(text: string, from: number, to: number): Markup {
  const part = text.slice(from, to)
  const what = part === '' ? html`<span class="unseen">nothing here</span>` : part
  return html`${text.slice(0, from)}<mark${part === '' && html` class="gap"`}>${what}</mark>${text.slice(to)}`
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function commonStart(one: string, other: string): number {
  let n = 0
  while (n < one.length && n < other.length && one[n] === other[n]) n++
  return n > 0 && isHigh(one[n - 1]!) ? n - 1 : n
}

function commonEnd(one: string, other: string): number {
  let n = 0
  while (n < one.length && n < other.length && one.at(-1 - n) === other.at(-1 - n)) n++
  return n > 0 && isLow(one.at(-n)!) ? n - 1 : n
}

// A character of two halves is not torn apart.
const isHigh = (c: string): boolean => /[\ud800-\udbff]/.test(c)
const isLow = (c: string): boolean => /[\udc00-\udfff]/.test(c)
