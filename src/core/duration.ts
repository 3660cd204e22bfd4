const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const
type Unit = keyof typeof UNITS

/** Milliseconds of `90s`, `5m`, `1.5h`, `500ms`; undefined where the text is none. */
export function milliseconds(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
  return unit === undefined ? undefined : Math.round(Number(number) * UNITS[unit as Unit])
}

/** In the largest unit that it is a whole number of, as one writes it: `90s`, `5m`. */
export function durationOf(ms: number): string {
  const unit = (['h', 'm', 's'] as const).find((name) => ms > 0 && ms % UNITS[name] === 0) ?? 'ms'
  return `${ms / UNITS[unit]}${unit}`
}
