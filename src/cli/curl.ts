import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { RunFlags } from '../config/options.ts'
import { type Read, refusePlainHttp } from '../config/read-settings.ts'
import { baseUrl } from '../config/setting-variables.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import type { RuleResult, TargetResult } from '../core/results.ts'
import { joined } from '../core/secret-text.ts'
import { UsageError } from '../core/usage-error.ts'
import { apiRootOf, buildPath } from '../http/build-path.ts'
import { clientHeaders, clientQuery } from '../http/client-profile.ts'
import { curlAtOnce, curlCommand, curlInSequence, curlOptions } from '../http/curl-command.ts'
import { userAgentOf } from '../http/sender.ts'
import { readReport } from '../report/read-report.ts'
import { worstFirst } from '../report/reading-order.ts'
import { RequestSchema } from '../report/request-schema.ts'
import { type Args, type Command, refuseMore } from './command.ts'
import { complain } from './errors.ts'
import { settingsFor } from './load-settings.ts'
import { pick } from './run-options.ts'

const LAST = 'conformance-report'

export const curl: Command = {
  name: 'curl',
  usage: '[ID] [REPORT] [OPTIONS]',
  argument: 'ID',
  summary: 'prints the request that reproduces a failure, or the few that do, as curl commands for a POSIX shell',
  options: {
    report: { value: 'FILE|DIR', help: `the report with the failure, as the argument REPORT (default: ${LAST})` },
    ...pick('env-file', 'allow-http', 'ca', 'insecure', 'header', 'cert', 'key', 'user-agent'),
  },
  notes: [
    'The command reads keys from the environment, or from the settings file if only that has them. It goes to the base URL of the settings, or else to that of the report.',
    'There is no command for a failure that needs more than three requests, a key created in the run, an admin action, or a measurement of time.',
    'A failure that did not show when its request was sent again alone has commands with the other request that it needs: before it, before it on the same connection (curl --next), or at the same time. If none was found, repeat the run with the command that the failure ends with.',
  ],
  examples: [
    ['curl', 'the failure to fix first of the last run'],
    ['curl a.users.total-pages', 'a failing rule of it'],
    ['curl b.lists.pages nightly', 'of the report in another folder'],
  ],
  exits: [
    [0, 'the command is printed; where several are needed, each below its number'],
    [1, 'no request reproduces a failure of this rule; standard error says why'],
    [2, 'the command line, the settings, or the report cannot be used'],
  ],
  run: printCurl,
}

async function printCurl(args: Args): Promise<number> {
  refuseMore(args, 2)
  const [first, second] = args.positionals
  const [id, named = LAST] = first !== undefined && existsSync(first) ? [second, first] : [first, second]
  const { report: path = named, ...flags } = args.values as RunFlags & { readonly report?: string }
  const { targets } = readReport(path)
  const tested = targets.flatMap((target) => target.rules.map((rule) => ({ rule, target })))
  const wanted = id ?? worstFirst(tested.map(({ rule }) => rule))[0]?.id
  if (wanted === undefined) throw new UsageError(`curl: no rule fails in ${JSON.stringify(path)}`)
  if (id === undefined) complain(`${wanted}, the failure to fix first`)
  const found = tested.find(({ rule }) => rule.id === wanted)
  if (!found)
    throw new UsageError(`curl: ${JSON.stringify(path)} has no rule ${JSON.stringify(id)}${failingIn(tested)}`)
  const result = linesFor(found.rule, found.target, settingsFor(flags), path)
  if ('why' in result) complain(`${found.rule.id}: ${result.why}`)
  else {
    for (const name of unsetIn(result.lines))
      complain(`${name} is not set here: first run  export ${name}=...  or name the settings by --env-file FILE`)
    process.stdout.write(`${numbered(result.lines).join('\n')}\n`)
  }
  return 'why' in result ? 1 : 0
}

/** Variables that the commands read and neither set nor find in this environment. */
function unsetIn(lines: readonly string[]): string[] {
  const text = lines.join('\n')
  const names = new Set([...text.matchAll(/"[^"$]*\$(\w+)/g)].map(([, name]) => name!))
  return [...names].filter((name) => process.env[name] === undefined && !text.includes(`${name}=$`))
}

/** Several commands each below a comment with its number, so that all can be pasted. */
const numbered = (lines: readonly string[]): readonly string[] =>
  lines.length === 1 ? lines : lines.flatMap((line, i) => [`# ${i + 1} of ${lines.length}`, line])

function failingIn(tested: readonly { readonly rule: RuleResult }[]): string {
  const ids = tested.flatMap(({ rule }) => (rule.failure ? [rule.id] : []))
  return ids.length === 0 ? '; no rule fails there' : `; these fail: ${ids.join(', ')}`
}

const RequestForms = z.array(RequestSchema).min(1).max(10)

function linesFor(
  { id, status, failure }: RuleResult,
  target: TargetResult,
  read: Read,
  path: string,
): { readonly lines: readonly string[] } | { readonly why: string } {
  if (!failure)
    return {
      why: `nothing to reproduce: its status in ${JSON.stringify(path)} is ${status}; another report: curl ${id} REPORT`,
    }
  const { noCurl, context } = failure
  // Unchecked, as the report may have been edited.
  const requests = failure.requests ?? [failure.request]
  const isOne = requests.length === 1
  if (noCurl !== undefined && isOne) return { why: `no single request reproduces it: ${noCurl}` }
  if (requests[0] === undefined) return { why: 'the report lacks its request: an older version of the suite wrote it' }
  const forms = RequestForms.safeParse(requests)
  if (!forms.success)
    return { why: `${isOne ? 'its request' : 'one of its requests'} cannot be used: ${forms.error.issues[0]?.message}` }
  const url = baseUrlFor(target, read)
  const { network, keyFile } = read.settings
  const sent = forms.data.map((form) => sentTo(url, form, network))
  const more = [curlOptions(url, network), keyFile] as const
  if (context === 'same connection') return { lines: [curlInSequence(sent, ...more)] }
  if (context === 'concurrent') return { lines: [curlAtOnce(sent, ...more)] }
  return { lines: sent.map((one) => curlCommand(one, ...more)) }
}

function sentTo(url: string, request: z.output<typeof RequestSchema>, network?: NetworkOptions) {
  const place = apiRootOf(url)
  return {
    req: { ...request, endpoint: null },
    url: joined(place.origin, buildPath(place, { ...request, query: clientQuery(request) })),
    headers: [
      ...(network?.headers ?? []).map(({ name, text }) => [name, text] as const),
      ...clientHeaders(request, network?.userAgent ?? userAgentOf()),
    ],
  }
}

/** Sends keys of the settings to the deployment of the settings, even if the report is from another. */
function baseUrlFor({ variant, baseUrl: reported }: TargetResult, { settings, allowHttp }: Read): string {
  const named = settings.targets.find((target) => target.variant === variant)?.baseUrl
  if (named !== undefined) {
    if (named !== reported) complain(`the command goes to ${named} of the settings; the report is from ${reported}`)
    return named
  }
  const parsed = baseUrl.safeParse(reported)
  if (!parsed.success) throw new UsageError(`the base URL of the report: ${parsed.error.issues[0]?.message}`)
  if (!allowHttp) refusePlainHttp([{ baseUrl: parsed.data, variant }], () => 'the base URL of the report')
  complain(`the command goes to ${parsed.data}, which only the report names`)
  return parsed.data
}
