import { inCheckout } from '../package.ts'
import { quoted } from '../quoted.ts'
import type { TargetResult } from '../report/results.ts'
import type { RunFlags } from '../settings/options.ts'

/** How the command is called here. */
export const COMMAND = inCheckout ? 'npm run conformance --' : 'npx tenant-conformance'

/** The command that sends the cases of a target again, without the rule and the seed. */
export function againCommand({ variant, baseUrl }: Pick<TargetResult, 'variant' | 'baseUrl'>, flags: RunFlags): string {
  const kept = [
    flags['env-file'] !== undefined && `--env-file ${quoted(flags['env-file'])}`,
    (flags.variant ?? flags['base-url']) !== undefined && `--variant ${variant}`,
    flags['base-url'] !== undefined && `--base-url ${quoted(baseUrl)}`,
    flags['allow-http'] && '--allow-http',
    flags.depth !== undefined && `--depth ${flags.depth}`,
    flags.control !== undefined && `--control ${quoted(flags.control)}`,
    ...wayFlags(flags),
    flags.strict && '--strict',
  ]
  return [COMMAND, 'run', ...kept.filter(Boolean)].join(' ')
}

/** The command that sends all failing cases of the report in a directory again. */
export const replayCommand = (out: string, flags: RunFlags): string =>
  [COMMAND, 'replay', quoted(out), ...wayFlags(flags)].join(' ')

const wayFlags = ({ ca, insecure }: RunFlags): string[] => [
  ...(ca === undefined ? [] : [`--ca ${quoted(ca)}`]),
  ...(insecure ? ['--insecure'] : []),
]
