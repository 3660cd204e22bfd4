import { createHash } from 'node:crypto'
import type { Report, TargetResult } from '../results.ts'
import { about } from './about.ts'
import { alerts } from './alerts.ts'
import { catalogue } from './catalogue.ts'
import { type Context, NO_CONTEXT } from './context.ts'
import { cost } from './cost.ts'
import { failures } from './failures.ts'
import { leftOut } from './left-out.ts'
import { html, Markup } from './markup.ts'
import { masthead, navigation } from './masthead.ts'
import { observed } from './observed.ts'
import { SCRIPT } from './script.ts'
import { favicon, sprite } from './status.ts'
import { STYLE } from './style.ts'
import { timing } from './timing.ts'
import { verdictCard } from './verdict.ts'

/** `report.html`: one file that needs no other, and can be read without its script. */
export function renderHtml(report: Report, context: Context = NO_CONTEXT): string {
  const { targets } = report
  const sections = [
    ...failures(report, context),
    leftOut(targets),
    catalogue(report, context),
    observed(targets),
    cost(targets),
    timing(targets),
    about(report),
  ]
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${titleOf(targets)}</title><link rel="icon" href="${favicon(targets)}">
<style>${new Markup(STYLE)}</style></head>
<body>${sprite}<a class="skip" href="#main">Skip to the verdict</a>
${masthead(report)}
<main id="main" tabindex="-1">${alerts(report)}<div class="verdicts">${targets.map(verdictCard)}</div>
${navigation(sections)}${sections}</main>
<p id="said" role="status" class="unseen"></p>
<script>${new Markup(SCRIPT)}</script></body></html>
`.text
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is fetched and nothing is sent; only this very script and this very style count. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const titleOf = (targets: readonly TargetResult[]): string =>
  [
    ...targets.map(({ variant, verdict }) => `${variant.toUpperCase()} ${verdict}`),
    'Tenant public API conformance',
  ].join(' · ')
