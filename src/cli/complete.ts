import { loadCatalog, ruleFiles, ruleId } from '../core/catalog.ts'
import type { Command } from './command.ts'

type Candidate = readonly [word: string, description?: string]
type Loaders = Readonly<Record<string, () => Promise<Command>>>

/** Asks the shell to complete a path itself. */
const PATHS: Readonly<Record<string, string>> = { FILE: ':file', DIR: ':directory' }

const HELP: Candidate = ['--help', 'show help']

/** Completes the last of the words that follow the program name. One candidate per line, its description after a tab. */
export async function complete(commands: Loaders, words: readonly string[]): Promise<string> {
  const current = words.at(-1) ?? ''
  const candidates = await candidatesFor(commands, words.slice(0, -1), current)
  const matching = candidates.filter(([word]) => word.startsWith(current) || Object.values(PATHS).includes(word))
  return matching.map((candidate) => `${candidate.join('\t')}\n`).join('')
}

async function candidatesFor(
  commands: Loaders,
  [name, ...before]: readonly string[],
  current: string,
): Promise<Candidate[]> {
  if (name === undefined) {
    const all = await Promise.all(Object.values(commands).map((load) => load()))
    const listed = all.map(({ name, summary }): Candidate => [name, summary])
    return [...listed, ['help', 'show help for a command'], HELP, ['--version', 'print the version']]
  }
  if (name === 'help') return Object.keys(commands).map((known) => [known])
  if (!Object.hasOwn(commands, name)) return []
  const { options, argument } = await commands[name]!()
  const placeholderOf = (option: string | undefined) =>
    option?.startsWith('--') ? options[option.slice(2)]?.value : undefined
  const [inline] = /^--[^=]+(?==)/.exec(current) ?? []
  const value = placeholderOf(inline ?? before.at(-1))
  if (value !== undefined) return valuesFor(value, inline && `${inline}=`)
  if (argument !== undefined && !current.startsWith('-')) return valuesFor(argument)
  return [...Object.entries(options).map(([option, { help }]): Candidate => [`--${option}`, help]), HELP]
}

/** Values for a placeholder of the help: `quick|standard`, `FILE`, `PATTERN`. None where anything is valid. */
async function valuesFor(placeholder: string, prefix = ''): Promise<Candidate[]> {
  const names = placeholder.split('|')
  const path = names.map((name) => PATHS[name]).find(Boolean)
  if (path) return [[path]]
  const literals = names.filter((name) => /^[a-z]+$/.test(name))
  return [...literals, ...(await idsFor(placeholder))].map((word) => [`${prefix}${word}`])
}

async function idsFor(placeholder: string): Promise<string[]> {
  const variants = ['a', 'b'] as const
  if (placeholder === 'ID' || placeholder === 'PATTERN') {
    const ids = variants.map(async (variant) => (await ruleFiles(variant)).map((name) => ruleId(variant, name)))
    return (await Promise.all(ids)).flat()
  }
  if (placeholder !== 'RULE/FAULT') return []
  const catalogs = await Promise.all(variants.map(loadCatalog))
  return catalogs.flatMap(({ rules }) =>
    rules.flatMap(({ id, faults = {} }) => Object.keys(faults).map((fault) => `${id}/${fault}`)),
  )
}
