import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { allRules, ruleFile } from '../core/catalog.ts'
import type { Rule } from '../core/rule.ts'
import { nearest, UsageError } from '../core/usage-error.ts'
import { referenceServer } from '../engine/reference-server.ts'
import { type Args, type Command, refuseMore } from './command.ts'
import { NO_VERDICT } from './errors.ts'
import { unknownRule } from './rules.ts'

export const serve: Command = {
  name: 'serve',
  usage: '[OPTIONS]',
  summary: 'runs the reference server, both variants, until stopped, and prints settings for it as a ready .env',
  options: {
    port: { value: 'N', help: 'port to listen on (default: a free one)' },
    db: { value: 'FILE', help: 'keep the data in this file (default: in memory)' },
    users: { value: 'N', help: 'serve a list of N users, generated on the fly' },
    fault: { multiple: true, value: 'RULE/FAULT', help: 'break a rule; `rules RULE` lists its faults; repeatable' },
  },
  notes: ['It prints a complete .env: base URLs, a key in each condition, ids. The last line is `# ready`.'],
  examples: [
    ['serve --port 4010 > .env', 'in one shell; `run` in another then has settings'],
    ['serve --fault a.users.total-pages/rounded-down', 'to see what a failure looks like'],
    ['serve --db data.sqlite', 'with keys and data that survive a restart'],
  ],
  exits: [
    [0, 'it was stopped'],
    [2, 'the command line cannot be used'],
    [3, 'it could not start'],
  ],
  run: startServer,
}

async function startServer(args: Args): Promise<number> {
  const { port, db, users, fault } = args.values as { port?: string; db?: string; users?: string; fault?: string[] }
  if (!fault) refuseMore(args, 0)
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    throw new UsageError('--port: must be a whole number from 0 to 65535')
  if (users !== undefined && !/^\d{1,12}$/.test(users))
    throw new UsageError('--users: must be a whole number of up to twelve digits')
  if (db === '') throw new UsageError('--db: names no file')
  const options = Object.entries({ port, db, users }).flatMap(([name, value]) => (value ? [`--${name}`, value] : []))
  const behaviours = fault ? await behavioursFor([...fault, ...args.positionals]) : []
  return untilExit(referenceServer([...options, ...behaviours.flatMap((spec) => ['--behaviour', spec])]))
}

/** Module paths of faults given as `RULE/FAULT`. The name is optional where the rule has only one fault. */
async function behavioursFor(faults: readonly string[]): Promise<string[]> {
  const rules = await allRules()
  return faults.map((fault) => {
    const [rule = '', name] = fault.split('/', 2)
    return `${ruleFile(rule)}#default.faults.${faultName(rule, name, rules)}`
  })
}

function faultName(id: string, name: string | undefined, rules: readonly Rule[]): string {
  const rule = rules.find((candidate) => candidate.id === id)
  const ids = rules.map((known) => known.id)
  if (!rule) throw new UsageError(`--fault: ${unknownRule(id, ids)}`)
  const names = Object.keys(rule.faults ?? {})
  if (names.length === 0) throw new UsageError(`--fault: ${id} has no fault`)
  if (name === undefined && names.length === 1) return names[0]!
  if (name !== undefined && names.includes(name)) return name
  const [close] = name === undefined ? [] : nearest(name, names)
  const meant = close === undefined ? `name one of ${names.join(', ')}` : `did you mean ${id}/${close}?`
  const problem = name === undefined ? `several faults: ${meant}` : `no fault ${JSON.stringify(name)}; ${meant}`
  throw new UsageError(`--fault: ${id} has ${problem}`)
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Forwards signals to a process until it exits. Resolves to the exit code. */
async function untilExit(child: ChildProcess): Promise<number> {
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of STOP_SIGNALS) process.on(signal, forward)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const signal of STOP_SIGNALS) process.off(signal, forward)
  return code ?? (STOP_SIGNALS.some((stop) => stop === signal) ? 0 : NO_VERDICT)
}
