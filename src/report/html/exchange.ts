import type { WrittenExchange } from '../../core/results.ts'
import { indentJson } from './indent-json.ts'
import { copyable, count, duration, html, type Markup } from './markup.ts'

/** One request and its response, collapsed. `i` counts from 0. */
export function exchangeDetails({ request, response, problem, sentAt, ms }: WrittenExchange, i: number): Markup {
  const outcome = response ? `${response.status} ${response.reason}`.trim() : 'no response'
  return html`<details class="exchange"><summary><span class="n">${i + 1}</span> <code>${request.method} ${pathOf(request.url)}</code> <span class="arrow">→</span> <strong>${outcome}</strong> <span class="muted">${request.credential}, ${duration(ms)}</span></summary>
<h5>Request, sent ${sentAt}</h5>
${block('request', messageText(`${request.method} ${request.url}`, request.headers))}
${response ? [html`<h5>Response, ${count(response.bodyBytes, 'byte')} of body</h5>`, block('response', responseText(response))] : html`<p>No response: ${problem}</p>`}
${request.curl !== '' && [html`<h5>Send it again</h5>`, copyable(request.curl, `curl line of exchange ${i + 1}`)]}
</details>`
}

const block = (name: string, text: string): Markup =>
  html`<pre tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>`

/** Without the origin, which all requests share. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/, '') || '/'

function responseText(response: NonNullable<WrittenExchange['response']>): string {
  const { status, reason, headers, body, truncated } = response
  const head = messageText(`${status} ${reason}`.trim(), headers)
  return body === '' ? head : `${head}\n\n${indentJson(body)}${truncated ? '\n… truncated here' : ''}`
}

const messageText = (start: string, headers: readonly (readonly [string, string])[]): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
