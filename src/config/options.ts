import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { REVISION } from '../core/catalog.ts'
import { durationOf, milliseconds } from '../core/duration.ts'
import { DEPTHS, VARIANTS } from '../core/literal-types.ts'
import { didYouMean } from '../core/usage-error.ts'
import { baseUrl } from './setting-variables.ts'

export const USUAL_REPORTERS = ['console', 'json', 'junit', 'html'] as const
export const REPORTERS = [
  ...USUAL_REPORTERS,
  'github',
  'markdown',
  'tap',
  'ctrf',
  'sarif',
  'openmetrics',
  'har',
] as const

export const DEFAULT_OUT = 'conformance-report'

/** Options of `run` as typed, by their long names. */
export type RunFlags = { readonly [name in keyof Input]?: Typed<Input[name]> }
type Input = z.input<typeof Options> & { 'env-file'?: string }
type Typed<Value> = Value extends readonly string[] ? readonly string[] : Value extends string ? string : Value

const file = z.string().min(1, 'names no file').optional()
const isSet = z.boolean().default(false)

/** Options of `run` that become settings, with their defaults. */
export const Options = z.object({
  variant: z
    .array(choice(VARIANTS))
    .optional()
    .transform((variants) => variants && [...new Set(variants)].sort()),
  demo: isSet,
  'base-url': baseUrl.optional(),
  'allow-http': isSet,
  depth: choice(DEPTHS).default('standard'),
  rule: z.array(z.string()).default([]),
  seed: whole(0, 2 ** 32 - 1)
    .optional()
    .transform((seed) => seed ?? randomInt(2 ** 31)),
  concurrency: whole(1, 1000).prefault('16'),
  rate: whole(1, 100_000).optional(),
  timeout: duration('10s', 600_000, true).prefault('10000'),
  deadline: duration('90s or 5m', 7 * 24 * 3_600_000).optional(),
  'max-requests': whole(1, 1_000_000_000).optional(),
  ca: file,
  insecure: isSet,
  header: z.array(z.string()).optional(),
  cert: file,
  key: file,
  'user-agent': z
    .string()
    .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII')
    .optional(),
  wait: duration('60s', 24 * 3_600_000).optional(),
  resume: file,
  'fail-fast': isSet,
  shard: z
    .string()
    .regex(/^\d{1,3}(\+1)?\/\d{1,3}$/, 'must be I/N, as in 1/4, or I+1/N where I counts from 0')
    .transform((text) => ({
      index: Number.parseInt(text, 10) + Number(text.includes('+')),
      of: Number(text.split('/')[1]),
    }))
    .refine(({ index, of }) => index >= 1 && index <= of, 'must be I/N with I from 1 to N')
    .optional(),
  verbose: isSet,
  quiet: isSet,
  strict: isSet,
  'require-complete': isSet,
  timing: isSet,
  'no-timing': isSet,
  out: z.string().min(1, 'names no directory').default(DEFAULT_OUT),
  control: file,
  catalogue: whole(1, REVISION).optional(),
  expect: file,
  attest: file,
  certificate: file,
  'sign-key': file,
  subject: z.string().min(1, 'names nothing').optional(),
  partial: z.boolean().optional(),
  'valid-days': z.string().optional(),
  baseline: file,
  'write-expect': file,
  reporter: z.array(choice(REPORTERS)).default([...USUAL_REPORTERS]),
  record: choice(['failures', 'all']).default('failures'),
})

function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((n) => n >= least && n <= most, message)
}

/** Milliseconds. `plain`: a number without a unit is milliseconds, too. */
function duration(example: string, most: number, plain = false) {
  const message = `must be ${plain ? 'milliseconds, or ' : ''}a duration like ${example}, from 1ms to ${durationOf(most)}`
  return z
    .string()
    .transform((text) => milliseconds(plain && /^\d+$/.test(text) ? `${text}ms` : text) ?? Number.NaN)
    .refine((ms) => ms >= 1 && ms <= most, message)
}

function choice<const Names extends readonly string[]>(names: Names) {
  const error = ({ input }: { input?: unknown }) =>
    `must be ${names.join(' or ')}, not ${JSON.stringify(input)}${didYouMean(String(input), names)}`
  return z.enum(names, { error })
}

/** One line per setting that zod refused: `name: problem`. */
export function problems(parsed: z.ZodSafeParseResult<unknown>, show = (name: string): string => name): string[] {
  const lines = (parsed.error?.issues ?? []).map(({ path, message }) => `${show(String(path[0]))}: ${message}`)
  return [...new Set(lines)]
}
