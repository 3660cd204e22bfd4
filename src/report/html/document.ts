import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, Markup } from './markup.ts'
import { sprite } from './status.ts'

interface Parts {
  readonly title: string
  /** A data URL. */
  readonly icon: string
  readonly body: Markup
}

/** A page in one file: it fetches nothing, sends nothing, and runs no script but its own. */
export function page({ title, icon, body }: Parts): string {
  const [style, script] = ['page.css', 'page.js'].map(read) as [string, string]
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${title}</title><link rel="icon" href="${icon}">
<style>${new Markup(style)}</style></head>
<body>${sprite}${body}
<script type="module">${new Markup(script)}</script></body></html>
`.text
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Only this very script and this very style count. */
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
