import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXITS } from '../cli/command.ts'
import { signature } from '../cli/help.ts'
import { all } from '../cli/main.ts'
import { RUN_OPTIONS } from '../cli/run-options.ts'
import { DESCRIPTIONS } from '../config/variables.ts'
import { root } from '../core/package.ts'
import { COST, type Cost } from '../proof/bench/cost.ts'

export const README = join(root, 'README.md')

type Row = readonly string[]

/** The tables of README that repeat what the code says, by the names in their markers. */
export async function tables(): Promise<Record<string, string>> {
  const others = (await all()).filter(({ name }) => name !== 'run')
  const costs = JSON.parse(readFileSync(COST, 'utf8')) as Cost[]
  return {
    cost: table(
      ['depth', 'rules A / B', 'cases A / B', 'requests A / B', 'of these, measuring time', 'seconds'],
      costs.map(({ depth, targets: { a, b }, seconds }) => {
        const both = (what: keyof typeof a) => `${count(a[what])} / ${count(b[what])}`
        return [depth, both('rules'), both('cases'), both('requests'), both('timing'), `${seconds}`]
      }),
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

/** README with these tables in place of those that stand in it. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  return text.replace(/(<!-- table: (\w+) -->\n)\n?(?:\|[^\n]*\n)*\n?/g, (all, marker: string, name: string) =>
    tables[name] === undefined ? all : `${marker}\n${tables[name]}\n\n`,
  )
}

if (import.meta.main) writeFileSync(README, withTables(readFileSync(README, 'utf8'), await tables()))
