/** Maps every string in a value, including property names. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return deep(value, change) as Value
}

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => deep(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), deep(item, change)]))
}
