import type { RunFlags } from '../../config/options.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import type { CertifyOptions } from './certify-options.ts'

const OTHERS = ['settings', 'baseUrl', 'control', 'expect', 'signal'] as const
type Name = Exclude<keyof CertifyOptions, (typeof OTHERS)[number]>

/** The option of `run` that each is in code. */
const FLAGS: Record<Name, keyof RunFlags> = {
  variant: 'variant',
  depth: 'depth',
  rules: 'rule',
  seed: 'seed',
  concurrency: 'concurrency',
  rate: 'rate',
  timeout: 'timeout',
  deadline: 'deadline',
  maxRequests: 'max-requests',
  strict: 'strict',
  timing: 'no-timing',
  catalogue: 'catalogue',
  allowHttp: 'allow-http',
  ca: 'ca',
  insecure: 'insecure',
  out: 'out',
  reporters: 'reporter',
}
const KNOWN: readonly string[] = [...Object.keys(FLAGS), ...OTHERS]
const IN_CODE = new Map<string, string>(Object.entries(FLAGS).map(([name, flag]) => [flag, name]))

/** What an option of `run` is called in code. */
export const nameInCode = (flag: string): string => IN_CODE.get(flag) ?? flag

/** Options as they would be typed at a command line. */
export function flagsOf(options: CertifyOptions): RunFlags {
  const { variant, timing = true, rules, reporters = ['json', 'junit', 'html'], ...others } = options
  const typed = Object.entries(others).flatMap(([name, value]) => {
    const flag = FLAGS[name as Name]
    if (flag === undefined || value === undefined) return []
    return [[flag, typeof value === 'boolean' ? value : String(value)]]
  })
  return {
    ...Object.fromEntries(typed),
    ...(variant !== undefined && { variant: [variant] }),
    ...(rules && { rule: [rules].flat() }),
    reporter: reporters,
    'no-timing': !timing,
  }
}

/** A line for each option that is none: ignoring it would do something else than was asked for. */
export function unknownOf(options: CertifyOptions): string[] {
  const names = Object.keys(options).filter((name) => !KNOWN.includes(name))
  return names.map((name) => `${name}: not an option${didYouMean(name, KNOWN)}`)
}
