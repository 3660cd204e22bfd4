/** Head, as many of the parts as fit, and the foot; how many parts were left out is said. */
export function fitted(head: string, parts: readonly string[], foot: string, most: number): string {
  const whole = [head, ...parts, foot].join('\n\n')
  if (whole.length <= most) return whole
  const leftOut = (n: number) => `**${n} of ${parts.length} entries did not fit here**: report.json holds them.`
  let kept = parts.length
  const length = () => [head, ...parts.slice(0, kept), leftOut(parts.length - kept), foot].join('\n\n').length
  while (kept > 0 && length() > most) kept--
  return [head, ...parts.slice(0, kept), leftOut(parts.length - kept), foot].join('\n\n')
}
