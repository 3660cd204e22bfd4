/** As it stands, and with JSON and URL escapes undone, also of text that was escaped twice. */
export function readings(run: string): string[] {
  if (!/[\\%]/.test(run)) return [run]
  const unescaped = run.replace(/(?:\\{1,4}u00|%(?:25){0,2})([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return [run, unescaped]
}
