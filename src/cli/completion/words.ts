import type { Options } from '../args.ts'
import type { Command } from '../command.ts'

/** What can stand in a place of the command line. */
export type Place =
  /** No more is known of it than that it is there: a number, a URL. */
  | 'anything'
  | 'file'
  | 'directory'
  /** Ids of rules; of faults, as `serve --fault` takes them. */
  | 'rule'
  | 'fault'
  | readonly string[]

export interface OptionWords {
  readonly name: string
  readonly help: string
  readonly multiple: boolean
  /** Undefined of a switch. */
  readonly value?: Place
}

export interface CommandWords {
  readonly name: string
  readonly summary: string
  readonly options: readonly OptionWords[]
  /** What its arguments are. */
  readonly argument: Place
}

/** All that the shells have to know, out of the commands' own tables. */
export interface Words {
  readonly commands: readonly CommandWords[]
  readonly rules: readonly string[]
  readonly faults: readonly string[]
}

export function wordsOf(command: Command): CommandWords {
  const { name, summary, usage } = command
  const [first = ''] = usage.replace(/\[\w+=\]/, '').match(/[A-Za-z|-]+/) ?? []
  return { name, summary, options: optionWords(command.options), argument: placeOf(first) }
}

function optionWords(options: Options): OptionWords[] {
  const known = Object.entries(options).map(([name, { type, help, multiple = false, value = '' }]) => ({
    ...{ name, help, multiple },
    ...(type === 'string' && { value: placeOf(value) }),
  }))
  return [...known, { name: 'help', help: 'tells of this command', multiple: false }]
}

const PLACES: Readonly<Record<string, Place>> = {
  DIR: 'directory',
  PATTERN: 'rule',
  'RULE/FAULT': 'fault',
}

/** Of what stands in the help for a value: `FILE`, `a|b`, `FILE|manual`, `N`. */
function placeOf(value: string): Place {
  if (value in PLACES) return PLACES[value]!
  if (/^(REPORT|OLD|CERTIFICATE)\b|FILE/.test(value)) return 'file'
  if (value === 'ID') return 'rule'
  const words = value.split('|').filter((word) => /^[a-z]/.test(word))
  return words.length > 1 ? words : 'anything'
}
