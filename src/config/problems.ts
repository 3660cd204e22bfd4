import type { z } from 'zod'

type Parsed = z.ZodSafeParseResult<unknown>

/** One line for each setting that zod refused: its name, and what to change. */
export function problems(parsed: Parsed, show: (name: string) => string = (name) => name): string[] {
  const lines = (parsed.error?.issues ?? []).map(({ path, message }) => `${show(String(path[0]))}: ${message}`)
  return [...new Set(lines)]
}
