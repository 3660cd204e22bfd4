/** Microseconds since 1970 of an ISO 8601 timestamp; finer digits are cut off. Undefined for other texts. */
export function microseconds(text: string): number | undefined {
  const ms = Date.parse(text.replace(/[.,]\d+/, ''))
  if (Number.isNaN(ms)) return undefined
  const [, digits = ''] = /[.,](\d+)/.exec(text) ?? []
  return ms * 1000 + Number(digits.slice(0, 6).padEnd(6, '0'))
}

/** Writes an instant with this many fraction digits, in UTC or at an offset in minutes east of Greenwich. */
export function spell(us: number, digits: number, offset = 0): string {
  const second = Math.floor(us / 1e6)
  const local = new Date((second + offset * 60) * 1000).toISOString().slice(0, 19)
  const fraction = String(us - second * 1e6)
    .padStart(6, '0')
    .padEnd(9, '0')
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const minutes = Math.abs(offset)
  const zone = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
  return `${local}${digits > 0 ? `.${fraction.slice(0, digits)}` : ''}${zone}`
}
