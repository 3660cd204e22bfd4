import { join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import { COMMAND } from '../core/package.ts'
import { quoted } from '../core/quote.ts'
import type { Report, RuleResult, TargetResult } from '../core/results.ts'
import { ruleOptions } from '../core/rule-options.ts'

/** Options that the repeating command omits: it sets some itself, and the others do not affect a rule. */
const DROPPED: readonly string[] = [
  ...['variant', 'base-url', 'rule', 'seed', 'out', 'reporter', 'record'],
  ...['deadline', 'max-requests', 'require-complete', 'no-timing', 'fail-fast', 'shard', 'wait'],
  ...['expect', 'write-expect', 'baseline', 'certificate', 'sign-key', 'subject', 'partial', 'valid-days'],
]

/** Adds the command that repeats each failing rule, with the relevant options of its run. */
export function withAgain(report: Report, flags: RunFlags, out: string): Report {
  const targets = report.targets.map((target) => {
    const command = againCommand(target, flags, out)
    const rules = target.rules.map(({ failure, ...rule }): RuleResult => {
      if (!failure) return rule
      const again = `${command} ${ruleOptions(rule.id, failure.seed, failure.origin)}`
      return { ...rule, failure: { ...failure, again } }
    })
    return { ...target, rules }
  })
  return { ...report, targets }
}

/** Without rule and seed. Writes to a separate folder, so that the report is not overwritten. */
function againCommand({ variant, baseUrl }: TargetResult, flags: RunFlags, out: string): string {
  const chosen = (flags.variant ?? flags['base-url']) === undefined ? [] : [`--variant ${variant}`]
  const elsewhere = flags['base-url'] === undefined ? [] : [`--base-url ${quoted(baseUrl)}`]
  const kept = Object.entries(flags).filter(([name]) => !DROPPED.includes(name))
  const words = [...chosen, ...elsewhere, ...kept.flatMap(asWords)]
  return [COMMAND, 'run', ...words, `--out ${quoted(join(out, 'again'))}`].join(' ')
}

/** The command that replays the failing cases of the report in a directory. */
export const replayCommand = (out: string, flags: RunFlags): string => {
  const kept = REPLAYED.flatMap((name) => asWords([name, flags[name]]))
  return [COMMAND, 'replay', quoted(out), ...kept].join(' ')
}

/** Options that `replay` shares with `run`. */
const REPLAYED = [
  ...(['variant', 'base-url', 'env-file', 'control', 'allow-http'] as const),
  ...(['ca', 'insecure', 'timeout', 'rate', 'concurrency'] as const),
]

function asWords([name, value]: [string, RunFlags[keyof RunFlags]]): string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [`--${name}`]
  return [value].flat().map((each) => `--${name} ${quoted(String(each))}`)
}
