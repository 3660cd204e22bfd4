import { z } from 'zod'
import { baseUrl } from '../config/base-url.ts'
import { refusePlainHttp } from '../config/plain-http.ts'
import type { Read } from '../config/read-settings.ts'
import type { RuleResult, TargetResult } from '../core/results.ts'
import { joined } from '../core/secret-text.ts'
import { UsageError } from '../core/usage-error.ts'
import { curlOf } from '../http/curl.ts'
import { curlWay } from '../http/curl-options.ts'
import { pathOf, placeOf } from '../http/locate-path.ts'
import { headersOf } from '../http/record-exchange.ts'
import { userAgentOf } from '../http/sender.ts'
import { readReport } from '../report/read-report.ts'
import { RequestForm } from '../report/request-form.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { complain } from './errors.ts'
import { pick } from './run-options.ts'
import { settingsFor } from './settings.ts'

const LAST = 'conformance-report'

export const curl: Command = {
  name: 'curl',
  usage: 'ID [OPTIONS]',
  argument: 'ID',
  summary: 'prints the request that reproduces the failure of a rule, as a line for a POSIX shell',
  options: {
    report: { value: 'FILE|DIR', help: `the report that tells the failure (default: ${LAST})` },
    ...pick('env-file', 'allow-http', 'ca', 'insecure'),
  },
  notes: [
    'The line reads keys from the environment, or from the settings file where only that holds them; it goes to the base URL of the settings, and where they name none to that of the report.',
    'There is no line for a failure that takes several requests, a key created in the run, a change through the control module, or a measurement of time.',
  ],
  examples: [
    ['curl a.users.total-pages', 'a failing rule of the last run'],
    ['curl b.lists.pages --report nightly/report.json', 'of another report'],
  ],
  exits: [
    [0, 'the line is printed'],
    [1, 'no single request reproduces a failure of this rule; standard error says why'],
    [2, 'the command line, the settings, or the report cannot be used'],
  ],
  run: printCurl,
}

interface Flags {
  readonly report?: string
  readonly 'env-file'?: string
  readonly 'allow-http'?: boolean
  readonly ca?: string
  readonly insecure?: boolean
}

async function printCurl(args: Args): Promise<number> {
  refuseMore(args, 1)
  const [id] = args.positionals
  if (id === undefined) throw new UsageError('curl: name a rule, for example a.users.total-pages')
  const { report: path = LAST, ...flags } = args.values as Flags
  const { targets } = readReport(path)
  const found = targets
    .flatMap((target) => target.rules.map((rule) => ({ rule, target })))
    .find(({ rule }) => rule.id === id)
  if (!found) throw new UsageError(`curl: ${JSON.stringify(path)} has no rule ${JSON.stringify(id)}`)
  const made = lineFor(found.rule, found.target, settingsFor(flags))
  if ('why' in made) complain(`${id}: ${made.why}`)
  else process.stdout.write(`${made.line}\n`)
  return 'why' in made ? 1 : 0
}

const FailureForm = z.looseObject({ request: z.unknown().optional(), noCurl: z.string().optional() })

function lineFor(
  { status, failure }: RuleResult,
  target: TargetResult,
  read: Read,
): { readonly line: string } | { readonly why: string } {
  if (!failure) return { why: `there is nothing to reproduce: it ended ${status}` }
  const told = FailureForm.safeParse(failure).data
  if (told?.noCurl !== undefined) return { why: `no single request reproduces it: ${told.noCurl}` }
  if (told?.request === undefined)
    return { why: 'the report does not hold its request: an older version of the suite wrote it' }
  const request = RequestForm.safeParse(told.request)
  if (!request.success) return { why: `no command is made of its request: ${request.error.issues[0]?.message}` }
  const { way, keyFile } = read.settings
  const url = baseUrlFor(target, read)
  const place = placeOf(url)
  const sent = {
    req: { ...request.data, endpoint: null },
    url: joined(place.origin, pathOf(place, request.data)),
    headers: headersOf(request.data, userAgentOf()),
  }
  return { line: curlOf(sent, curlWay(url, way), keyFile) }
}

/** Keys of the settings go to the deployment the settings name, even if the report names another. */
function baseUrlFor({ variant, baseUrl: told }: TargetResult, { settings, allowHttp }: Read): string {
  const named = settings.targets.find((target) => target.variant === variant)?.baseUrl
  if (named !== undefined) {
    if (named !== told) complain(`the line goes to ${named}, as the settings say; the report is of ${told}`)
    return named
  }
  const parsed = baseUrl.safeParse(told)
  if (!parsed.success) throw new UsageError(`the base URL of the report: ${parsed.error.issues[0]?.message}`)
  if (!allowHttp) refusePlainHttp([{ baseUrl: parsed.data, variant }], () => 'the base URL of the report')
  complain(`the line goes to ${parsed.data}, which only the report names`)
  return parsed.data
}
