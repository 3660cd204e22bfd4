import type { z } from 'zod'

/** One line per setting that zod refused: `name: problem`. */
export function problems(parsed: z.ZodSafeParseResult<unknown>, show = (name: string): string => name): string[] {
  const lines = (parsed.error?.issues ?? []).map(({ path, message }) => `${show(String(path[0]))}: ${message}`)
  return [...new Set(lines)]
}
