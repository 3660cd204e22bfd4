/**
 * Invalid settings or options: the command prints only these lines and exits with code 2. Each line names the setting or
 * option and what to change; none contains a key.
 */
export class UsageError extends Error {
  readonly lines: readonly string[]

  constructor(...lines: string[]) {
    super(lines.join('\n'))
    this.name = 'UsageError'
    this.lines = lines
  }
}
