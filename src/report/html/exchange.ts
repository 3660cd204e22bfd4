import type { WrittenExchange } from '../../core/results.ts'
import { indented } from './indent.ts'
import { html, type Markup } from './markup.ts'
import { copyable, count, ms } from './parts.ts'

/** One request and what came of it, folded up. */
export function exchangeBox(x: WrittenExchange, i: number): Markup {
  const { request, response, problem } = x
  const outcome = response ? `${response.status} ${response.reason}`.trim() : 'no answer'
  return html`<details class="exchange"><summary><span class="n">${i + 1}</span> <code>${request.method} ${pathOf(request.url)}</code> <span class="arrow">→</span> <strong>${outcome}</strong> <span class="muted">${request.credential}, ${ms(x.ms)}</span></summary>
<h5>Request, sent ${x.sentAt}</h5>
${block('request', requestText(request))}
${response ? [html`<h5>Response, ${count(response.bodyBytes, 'byte')} of body</h5>`, block('response', responseText(response))] : html`<p>No answer: ${problem}</p>`}
${request.curl !== '' && [html`<h5>Send it again</h5>`, copyable(request.curl, `curl line of exchange ${i + 1}`)]}
</details>`
}

const block = (name: string, text: string): Markup =>
  html`<pre tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>`

/** What stands before the path is the same throughout. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/, '') || '/'

function requestText({ method, url, headers }: WrittenExchange['request']): string {
  return [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
}

function responseText({ status, reason, headers, body, bodyBytes }: NonNullable<WrittenExchange['response']>): string {
  const cut = Buffer.byteLength(body) < bodyBytes && !body.startsWith('(') ? '\n… cut here' : ''
  const head = [`${status} ${reason}`.trim(), ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
  return body === '' ? head : `${head}\n\n${indented(body)}${cut}`
}
