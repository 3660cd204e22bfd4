import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXITS } from '../cli/command.ts'
import { signature } from '../cli/help.ts'
import { all } from '../cli/main.ts'
import { RUN_OPTIONS } from '../cli/run-options.ts'
import { topicNames, topicTitles } from '../cli/topics.ts'
import { DESCRIPTIONS } from '../config/setting-variables.ts'
import { root, suite } from '../core/package.ts'
import { COST, type Cost } from '../proof/bench/cost.ts'
import { type Caught, CURVE } from '../proof/bench/curve.ts'
import { SPEED } from '../proof/bench/speed.ts'

/** Every text for users: README and the pages of `help TOPIC`. */
export const TEXTS = ['README.md', ...topicNames().map((name) => `src/docs/${name}.md`)].map((name) => join(root, name))

import { command, served } from './command.ts'

type Row = readonly string[]

/** The parts of these texts that repeat what the code says, by the names in their markers. */
export async function tables(): Promise<Record<string, string>> {
  const others = (await all()).filter(({ name }) => name !== 'run')
  const costs = JSON.parse(readFileSync(COST, 'utf8')) as Cost[]
  return {
    failure: await failure(),
    proof: proof(),
    topics: topics(),
    cost: table(
      ['depth', 'rules A / B', 'cases A / B', 'requests A / B', 'of these timing', 'seconds'],
      costs.map(({ depth, targets: { a, b }, seconds }) => {
        const both = (what: keyof typeof a) => `${count(a[what])} / ${count(b[what])}`
        return [depth, both('rules'), both('cases'), both('requests'), both('timing'), `${seconds}`]
      }),
    ),
    curve: table(
      ['requests', 'faults caught'],
      (JSON.parse(readFileSync(CURVE, 'utf8')) as Caught[]).map(({ requests, caught, of }) => [
        `${requests}`,
        `${caught} of ${of} (${Math.round((100 * caught) / of)}%)`,
      ]),
    ),
    speed: table(
      ['measured', 'figure'],
      (JSON.parse(readFileSync(SPEED, 'utf8')) as Row[]).map((row) => row.slice(0, 2)),
    ),
    exits: table(
      ['exit code', 'meaning'],
      EXITS.map(([code, meaning]) => [`${code}`, meaning]),
    ),
    settings: table(
      ['setting', 'what it is'],
      DESCRIPTIONS.map(({ name, description }) => [`\`${name}\``, description]),
    ),
    options: table(
      ['option', 'what it does'],
      Object.entries(RUN_OPTIONS).map(([name, option]) => [`\`${signature(name, option)}\``, option.help]),
    ),
    commands: table(
      ['command', 'what it does'],
      others.map(({ name, summary }) => [`\`${name}\``, summary]),
    ),
  }
}

const count = (n: number): string => n.toLocaleString('en')

const table = (head: Row, rows: readonly Row[]): string => [head, head.map(() => '---'), ...rows].map(line).join('\n')

const line = (row: Row): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** The first failure that `run` prints of a faulty server. */
async function failure(): Promise<string> {
  const server = await served('a.users.total-pages/rounded-down')
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  const run = 'run --variant a --depth quick --seed 7 --rule a.users.total-pages'.split(' ')
  const { stdout } = await command(folder, run, { ...server.env, COLUMNS: '100' })
  await server.stop()
  rmSync(folder, { recursive: true })
  const block = stdout.slice(stdout.indexOf('FAILED')).split('\n\n', 1)[0]!
  // The commands that repeat it are too wide.
  const shown = block.split('\n').filter((line) => !/^ +(curl|again) /.test(line))
  return ['```text', ...shown, '```'].join('\n')
}

/** As many links to a line as it has room for. */
function topics(): string {
  const lines: string[] = []
  for (const [name, title] of topicTitles()) {
    const link = `[${title}](src/docs/${name}.md)`
    const longer = [...lines.slice(-1), link].join(' · ')
    if (lines.length > 0 && longer.length <= 118) lines[lines.length - 1] = longer
    else lines.push(link)
  }
  return lines.join(' ·\n')
}

function proof(): string {
  const { faults, freedoms } = suite.proof!
  return `In this version: ${count(faults.caught)} of ${count(faults.of)} faulty servers caught, ${count(freedoms.green)} of ${count(freedoms.of)} legal ones not accused, each with ${freedoms.seeds === 1 ? '1 seed' : `${freedoms.seeds} seeds`}.`
}

/** A text with these parts in place of those that it has: the lines from a marker to the next empty one. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  return text.replace(/(<!-- table: (\w+) -->\n)(?:[^\n]+\n)*/g, (all, marker: string, name: string) =>
    tables[name] === undefined ? all : `${marker}${tables[name]}\n`,
  )
}

if (import.meta.main) {
  const parts = await tables()
  for (const path of TEXTS) writeFileSync(path, withTables(readFileSync(path, 'utf8'), parts))
}
