import { count } from '../../core/count.ts'
import type { RunInfo, TargetResult } from '../../core/results.ts'
import { verdictText } from '../verdict-text.ts'
import { type Style, toneOf } from './style.ts'

/** The last line on a target: the verdict, what it leaves open, and what it cost. */
export function verdictLine(target: TargetResult, run: RunInfo, style: Style): string {
  const { phrase, tone, details } = verdictText(target)
  const told = target.stopped === undefined ? [...details, ...costs(target, run)] : details
  return `variant ${target.variant.toUpperCase()}${run.demo ? ' (demo)' : ''}: ${toneOf(style, tone)(phrase)} — ${told.join(', ')}`
}

function costs({ rules, requests, serverErrors }: TargetResult, run: RunInfo): string[] {
  const open = rules.filter(({ level }) => level === 'observed')
  const observed = open.filter(({ status }) => status === 'observed').length
  return [
    `${observed} of ${count(open.length, 'behaviour')} observed`,
    ...(serverErrors > 0 ? [`the server failed on ${count(serverErrors, 'request')}`] : []),
    `${count(requests, 'request')} in ${(run.durationMs / 1000).toFixed(1)} s`,
  ]
}
