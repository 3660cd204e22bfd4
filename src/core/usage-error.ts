/**
 * What the user gave cannot be used. Its lines are all that is printed: each names the setting or option and what to
 * change, and none shows a key. The command ends with exit code 2.
 */
export class UsageError extends Error {
  readonly lines: readonly string[]

  constructor(...lines: string[]) {
    super(lines.join('\n'))
    this.name = 'UsageError'
    this.lines = lines
  }
}
