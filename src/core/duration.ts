const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const
type Unit = keyof typeof UNITS

/** Parses `90s`, `5m`, `1.5h` or `500ms` to milliseconds; undefined for any other text. */
export function milliseconds(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
  return unit === undefined ? undefined : Math.round(Number(number) * UNITS[unit as Unit])
}

/** Formats milliseconds in the largest unit that gives a whole number: `90s`, `5m`. */
export function durationOf(ms: number): string {
  const unit = (['h', 'm', 's'] as const).find((name) => ms > 0 && ms % UNITS[name] === 0) ?? 'ms'
  return `${ms / UNITS[unit]}${unit}`
}
