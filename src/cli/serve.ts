import { loadCatalog, ruleFile } from '../core/catalog.ts'
import type { Rule } from '../core/rule.ts'
import { UsageError } from '../core/usage-error.ts'
import { referenceServer } from '../engine/reference-server.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { faultsNamed } from './faults.ts'
import { handOver } from './hand-over.ts'

export const serve: Command = {
  name: 'serve',
  usage: '[OPTIONS]',
  summary: 'runs the reference server, both variants, until stopped, and prints settings for it as a ready .env',
  options: {
    port: { value: 'N', help: 'port to listen on (default: a free one)' },
    db: { value: 'FILE', help: 'keep the data in this file (default: in memory)' },
    users: { value: 'N', help: 'a list of N users, made up as it is read: any length costs nothing' },
    fault: { multiple: true, value: 'RULE/FAULT', help: 'break a rule, as `rules RULE` lists them; repeatable' },
  },
  notes: ['What it prints is a whole .env: base URLs, a key in each condition, ids. `# ready` is its last line.'],
  examples: [
    ['serve --port 4010 > .env', 'in one shell; `run` in another then has settings'],
    ['serve --fault a.users.total-pages/rounded-down', 'to see how a failure looks'],
    ['serve --db data.sqlite', 'keys and data outlive it'],
  ],
  exits: [
    [0, 'it was stopped'],
    [2, 'the command line cannot be used'],
    [3, 'it could not start'],
  ],
  run: start,
}

async function start(args: Args): Promise<number> {
  const { port, db, users, fault } = args.values as { port?: string; db?: string; users?: string; fault?: string[] }
  if (!fault) refuseMore(args, 0)
  const behaviours = fault ? await behavioursOf([...fault, ...args.positionals]) : []
  const database = db === undefined ? [] : ['--db', dbFile(db)]
  return handOver(referenceServer([...portOption(port), ...database, ...usersOption(users), ...behaviours]))
}

function portOption(port: string | undefined): string[] {
  if (port === undefined) return []
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--port: must be a whole number from 0 to 65535')
  return ['--port', port]
}

function usersOption(users: string | undefined): string[] {
  if (users === undefined) return []
  if (!/^\d{1,12}$/.test(users)) throw new UsageError('--users: must be a whole number of up to twelve digits')
  return ['--users', users]
}

function dbFile(db: string): string {
  if (db === '') throw new UsageError('--db: names no file')
  return db
}

async function behavioursOf(faults: readonly string[]): Promise<string[]> {
  const catalogs = await Promise.all([loadCatalog('a'), loadCatalog('b')])
  const rules: Rule[] = catalogs.flatMap((catalog) => catalog.rules)
  return faultsNamed(faults, rules).flatMap(({ rule, name }) => [
    '--behaviour',
    `${ruleFile(rule)}#default.faults.${name}`,
  ])
}
