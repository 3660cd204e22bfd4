import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { raw } from 'hono/html'
import { home } from '../../core/catalog.ts'
import type { Status } from '../../core/results.ts'
import { favicon, html, type Part, type Section, sprite } from './markup.ts'

interface Document {
  readonly heading: string
  /** Of the tab (default: the heading). */
  readonly title?: string
  /** Text of the link past the header. */
  readonly skip: string
  /** Below the heading. */
  readonly facts: Part
  /** Before the navigation. */
  readonly top: Part
  readonly sections: readonly Section[]
  /** Of all deployments; the worst becomes the icon of the tab. */
  readonly statuses: readonly Status[]
}

/** A page in one file. It fetches nothing, sends nothing, and runs no script but its own. */
export function renderDocument({ heading, title = heading, skip, facts, top, sections, statuses }: Document): string {
  const [style, script] = ['page.css', 'page.js'].map(read) as [string, string]
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${title}</title><link rel="icon" href="${favicon(statuses)}">
<style>${raw(style)}</style></head>
<body>${sprite}<a class="skip" href="#main">${skip}</a>
<header class="masthead"><div><h1>${heading}</h1>
${facts}</div><button type="button" id="theme" hidden>Theme: system</button></header>
<main id="main" tabindex="-1">${top}${sections.length > 1 && navigation(sections)}
${sections.map(
  ({ id, title, content }) =>
    html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`,
)}</main>
<p id="announcement" role="status" class="unseen"></p>
<script type="module">${raw(script)}</script></body></html>
`.toString()
}

const navigation = (sections: readonly Section[]): Part =>
  html`<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`

const read = (name: string): string => readFileSync(join(home, 'src/report/html', name), 'utf8')

/** Allows exactly this script and this style. */
const policy = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
