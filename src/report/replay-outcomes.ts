import { writeJson } from '../core/json.ts'
import type { Outcome } from '../core/replay-case.ts'
import type { Style } from './console/style.ts'
import { renderable } from './renderable.ts'

/** A line for each case, with how to reproduce those that still fail. */
export function renderOutcomes(unsafe: readonly Outcome[], style: Style): string {
  const outcomes = renderable(unsafe)
  const width = Math.max(...outcomes.map(({ rule }) => rule.length))
  const lines = outcomes.flatMap((outcome) => linesOf(outcome, width, style))
  const sum = KINDS.map(([kind, label]) => `${outcomes.filter(({ outcome }) => outcome === kind).length} ${label}`)
  return `${[...lines, sum.join(', ')].join('\n')}\n`
}

const KINDS = [
  ['still fails', 'still failing'],
  ['fixed', 'fixed'],
  ['cannot be told', 'undecided'],
] as const

function linesOf({ rule, was, outcome, reason, failure }: Outcome, width: number, style: Style): string[] {
  const paint = { 'still fails': style.bad, fixed: style.good, 'cannot be told': style.warn }[outcome]
  const mild = was === 'failed' ? '' : ` (was ${was})`
  const text = failure ? failure.summary : (reason ?? '')
  const head = `${paint(outcome.padEnd(14))}  ${rule.padEnd(width)}  ${oneLine(text)}${mild}`
  if (!failure) return [head]
  const { counterexample, curl, noCurl } = failure
  const reproduced = curl || `none: ${noCurl}`
  const more = [`case  ${writeJson(counterexample)}`, ...flaky(failure.flaky), `curl  ${reproduced}`]
  return [head, ...more.map((line) => style.dim(`${' '.repeat(16)}${oneLine(line)}`))]
}

const flaky = (text: string | undefined): string[] => (text ? [`flaky  it failed ${text} times`] : [])
const oneLine = (text: string): string => text.replaceAll('\n', ' ')
