import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { isObject } from '../../../src/core/json-values.ts'
import { requestText } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { badCredential, type FailureClass } from '../credential-failures.ts'
import { concurrentCost, judgeRounds, type Round, sendRounds, someOf } from './concurrent.ts'
import type { Options } from './same-result.ts'

type AtEnd<Way extends object> = Way & { readonly key: 'active' | FailureClass }
type SteadyCase<Way extends object> = AtEnd<Way> | { readonly concurrent: true }
type StartAndEnd = readonly [start: Exchange, end: Exchange]
type Evidence = StartAndEnd | { readonly rounds: readonly Round[] }

const KEYS = ['missing', 'wrong-secret', 'active', 'unknown'] as const

/** The part of a rule that the first requests of a run get at its end what they got at its start, alone and concurrently. */
export const steady = <Way extends object>({
  surface,
  plain,
  alike,
}: Pick<Options<Way>, 'surface' | 'plain' | 'alike'>): Pick<
  Trial<SteadyCase<Way>, Evidence>,
  'cases' | 'send' | 'judge'
> => ({
  cases: {
    first: (target: Target) => {
      const ways = surface.ways(target)
      const all = [...KEYS, ...KEYS].map((key, k) => ({ ...ways[k % ways.length]!, key }))
      return [...all.slice(0, 6), { concurrent: true as const }, ...all.slice(6)]
    },
    count: [1, 7, 9],
    cost: (depth) => (depth === 'quick' ? 1 : 6 + concurrentCost(depth)),
    inWords: (c) =>
      'concurrent' in c
        ? 'several requests at the same time'
        : `${c.key} key, ${surface.wayInWords(c)}, at the end of the run`,
  },
  async send(c, tools) {
    const { target } = tools
    if ('concurrent' in c) {
      const all = surface.ways(target).map((way) => plain(target, way))
      return { rounds: await sendRounds(someOf(all, target.seed ?? 1), alike, tools) }
    }
    const request = surface.request(target, c)
    // By the same client each time, so that the case can be repeated by another one.
    const start = await tools.good(request)
    if (c.key === 'active') return [start, await tools.get(request)] as const
    const credential = badCredential(target, { class: c.key }, surface.header(c))
    return [start, await tools.get(surface.request(target, c, credential))] as const
  },
  judge: (evidence, c) =>
    'rounds' in evidence ? judgeRounds(evidence.rounds, alike) : judgeEnd(evidence, 'key' in c && c.key === 'active'),
})

function judgeEnd([start, end]: StartAndEnd, isActive: boolean): Finding | undefined {
  if (!isSuccess(start)) return undefined
  if (!isActive)
    return end.response!.status === 401
      ? undefined
      : headlined(
          `${requestText(end.req)} ${isSuccess(end) ? 'was accepted' : `got ${end.response!.status}`} at the end of the run: ${responseSummary(end)}`,
          explained(
            violation('401, at the end of the run, too', responseSummary(end), start, end),
            'A client with a bad key, or without one, may get in.',
            ...(isSuccess(end)
              ? ["such requests always get in, not only at the end: `--rule '*.auth.*'` shows it"]
              : []),
            'a cache, connection or worker keeps the key or the outcome of an earlier request',
            'authentication fails open when a cache or a quota is exhausted',
          ),
        )
  const [before, after] = [shapeOf(start), shapeOf(end)]
  if (before === after) return undefined
  return headlined(
    `${requestText(end.req)} ${isSuccess(end) ? 'returned a body with other fields' : `failed with ${end.response!.status}`} at the end of the run; it succeeded at the start`,
    violation(`${before}, as at the start of the run`, `${after}: ${responseSummary(end)}`, start, end),
  )
}

/** A success, with the names of its fields and of those one level below. */
function shapeOf(x: Exchange): string {
  if (!isSuccess(x)) return 'no success'
  return `a success with ${fieldsOf(x.response!.json, 1)}`
}

function fieldsOf(json: Json | undefined, depth: number): string {
  if (!isObject(json)) return Array.isArray(json) ? '[]' : typeof json
  const names = Object.keys(json).sort()
  return depth === 0
    ? `{${names}}`
    : `{${names.map((name) => (isObject(json[name]) ? `${name}: ${fieldsOf(json[name], depth - 1)}` : name)).join(', ')}}`
}
