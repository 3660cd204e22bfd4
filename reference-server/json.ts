// Not in TypeScript's library yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
const exact = (_key: string, value: unknown) => (typeof value === 'bigint' ? rawJSON(String(value)) : value)

/** JSON with integers of any length; the replacer is slow, so it is used only where there is one. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, exact)
  }
}

/** Converts an exact bigint to a number, which keeps `toJson` on its fast path. */
export const exactNumber = (value: bigint) => (BigInt.asIntN(53, value) === value ? Number(value) : value)

type Reviver = (key: string, value: unknown, context?: { source: string }) => unknown
const whole: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context!.source)
    : value

/** The inverse: parses integers beyond 2^53 as bigint. */
export const fromJson = (text: string): unknown => JSON.parse(text, whole)
