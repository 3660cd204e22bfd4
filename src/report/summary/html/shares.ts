import { html, type Markup, type Part } from '../../html/markup.ts'
import { sharesInWords } from '../shares.ts'
import type { Share } from '../summary.ts'

/** Values, each with the deployments that have it. */
export const sharesList = (values: readonly Share<string>[], shown: (value: string) => Part = code): Markup =>
  html`<dl class="shares">${sharesInWords(values).map(
    ({ value, of }) => html`<div><dt>${shown(value)}</dt><dd>${of}</dd></div>`,
  )}</dl>`

const code = (value: string): Markup => html`<code>${value}</code>`
