import type { Report } from '../../core/results.ts'
import { html, Markup } from './markup.ts'
import { facts, ms } from './parts.ts'

/** What was run, and the switch of the theme. */
export function masthead({ suite, run }: Report): Markup {
  return html`<header class="masthead"><div><h1>Tenant public API conformance</h1>
${facts([
  ['Started', html`<time datetime="${run.startedAt}">${moment(run.startedAt)}</time>`],
  ['Took', ms(run.durationMs)],
  ['Depth', run.depth + (run.strict ? ', strict' : '')],
  ['Seed', run.seed],
  ['Suite', `${suite.name} ${suite.version}`],
  ['Catalogue', run.catalogue !== undefined && `revision ${run.catalogue}`],
])}</div><button type="button" id="theme" hidden>Theme: system</button></header>`
}

export const moment = (iso: string): string => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')

/** The way to each section, by its own heading. */
export function navigation(sections: readonly (Markup | undefined)[]): Markup {
  const links = sections.flatMap((section) => {
    const [, id, title] = /^<section id="([\w-]+)"[^>]*><h2[^>]*>([^<]*)/.exec(section?.text ?? '') ?? []
    return id !== undefined && title !== undefined ? [html`<li><a href="#${id}">${new Markup(title)}</a></li>`] : []
  })
  return html`<nav aria-label="Sections"><ul>${links}</ul></nav>`
}
