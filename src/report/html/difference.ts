import type { Difference } from '../../core/results.ts'
import { commonStart } from '../../judge/excerpts.ts'
import { commonEnd } from '../difference.ts'
import { html, type Markup } from './markup.ts'

/** Two texts with their difference marked in both. */
export function differenceFigure({ at, one, other }: Difference): Markup {
  const marked = markBoth(one.text, other.text)
  return html`<figure class="difference"><figcaption>They differ in ${at}</figcaption>
${[one, other].map(({ label }, i) => html`<div><h5>${label}</h5><pre><code>${marked[i]}</code></pre></div>`)}
</figure>`
}

/** Marks the first line that differs, from its first to its last differing character. */
export function markBoth(one: string, other: string): readonly [Markup, Markup] {
  const start = commonStart(one, other)
  const ends = [one, other].map((text) => lineEnd(text, start)) as [number, number]
  const same = commonEnd(one.slice(start, ends[0]), other.slice(start, ends[1]))
  return [mark(one, start, ends[0] - same), mark(other, start, ends[1] - same)]
}

function mark(text: string, from: number, to: number): Markup {
  const isEmpty = from === to
  const marked = isEmpty ? html`<span class="unseen">nothing here</span>` : text.slice(from, to)
  return html`${text.slice(0, from)}<mark${isEmpty && html` class="gap"`}>${marked}</mark>${text.slice(to)}`
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
