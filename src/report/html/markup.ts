import { inert } from '../../core/inert.ts'

/** HTML that may stand in a page as it is. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = Markup | string | number | bigint | false | undefined | readonly Part[]

/** The one way to write HTML: whatever is filled in is escaped and made inert, but for what was written by this tag itself. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = ''
  let inTag = false
  fixed.forEach((chunk, i) => {
    inTag = endsInTag(chunk, inTag)
    text += chunk + written(parts[i], inTag)
  })
  return new Markup(text)
}

/** Between tags a quotation mark is harmless, and bodies are full of them; within a tag it would end an attribute. */
function endsInTag(chunk: string, inTag: boolean): boolean {
  const [open, close] = [chunk.lastIndexOf('<'), chunk.lastIndexOf('>')]
  return open === close ? inTag : open > close
}

function written(part: Part, inTag: boolean): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map((one) => written(one, inTag)).join('')
  const safe = harmless(String(part)).replace(/[&<>]/g, (c) => ENTITIES[c]!)
  return inTag ? safe.replaceAll('"', '&quot;').replaceAll("'", '&#39;') : safe
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Tabs are no danger here, and bodies are indented with them. */
const harmless = (text: string): string => text.split('\t').map(inert).join('\t')
