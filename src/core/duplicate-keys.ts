/** An object or array being scanned. */
interface Open {
  readonly path: string
  /** Names found so far; undefined for an array. */
  readonly names?: Set<string>
  /** Current property name or index. */
  at: string | number
  nameNext: boolean
}

/** Maximum number of reported duplicates. */
const MOST = 100

/** Paths of duplicate properties; escaped spellings of a name are equal to the plain one. `text` must be valid JSON. */
export function duplicateKeys(text: string): string[] {
  const found = new Set<string>()
  const stack: Open[] = []
  for (let i = 0; i < text.length && found.size < MOST; i++) {
    const top = stack.at(-1)
    const c = text[i]
    if (c === '"') {
      const end = closingQuote(text, i)
      if (top?.nameNext && !name(top, JSON.parse(text.slice(i, end + 1)))) found.add(pathOf(top))
      i = end
    } else if (c === '{') stack.push({ path: top ? pathOf(top) : '', names: new Set(), at: '', nameNext: true })
    else if (c === '[') stack.push({ path: top ? pathOf(top) : '', at: 0, nameNext: false })
    else if (c === '}' || c === ']') stack.pop()
    else if (c === ',' && top) next(top)
  }
  return [...found]
}

/** Records a property name; returns false for a duplicate. */
function name(object: Open, text: string): boolean {
  object.at = text
  object.nameNext = false
  if (object.names!.has(text)) return false
  object.names!.add(text)
  return true
}

function next(open: Open): void {
  if (open.names) open.nameNext = true
  else open.at = (open.at as number) + 1
}

function pathOf({ path, at }: Open): string {
  if (typeof at === 'number') return `${path}[${at}]`
  if (!/^[\w-]+$/.test(at)) return `${path}[${JSON.stringify(at)}]`
  return path ? `${path}.${at}` : at
}

function closingQuote(text: string, from: number): number {
  let i = from + 1
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i
}
