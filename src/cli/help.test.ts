import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Options } from '../config/options.ts'
import { Variables } from '../config/setting-variables.ts'
import { COMMAND } from '../core/package.ts'
import { COLUMNS } from '../core/wrap-text.ts'
import { helpOn, overview, signature } from './help.ts'
import { all } from './main.ts'
import { RUN_OPTIONS } from './run-options.ts'
import { DOCS, REFERENCES, referenceText, topicNames, topicText, topicTitles } from './topics.ts'

const commands = await all()
const joined = (text: string) => text.replace(/\s+/g, ' ')

describe.for(commands.map((command) => [command.name, command] as const))('%s --help', ([, command]) => {
  const text = helpOn(command)

  test('lists every option with its description', () => {
    for (const [name, option] of Object.entries(command.options)) {
      expect(text).toContain(`  ${signature(name, option)}`)
      expect(joined(text)).toContain(joined(option.help))
    }
  })

  test('has examples that start with the command, and exit codes', () => {
    expect(command.examples).not.toHaveLength(0)
    for (const [call] of command.examples!) {
      expect(call).toMatch(new RegExp(`^${command.name}( |$)`))
      for (const [, name] of call.matchAll(/ --([a-z-]+)/g)) expect(Object.keys(command.options)).toContain(name)
    }
    expect(command.exits?.map(([code]) => code)).toEqual(expect.arrayContaining([0, 2]))
  })

  test('fits the width, without trailing blanks', () => {
    for (const line of text.split('\n')) {
      expect(line.length, line).toBeLessThanOrEqual(COLUMNS)
      expect(line).toBe(line.trimEnd())
    }
  })
})

test('the overview names every command and topic, and fits the width', () => {
  const text = overview(commands, topicTitles())
  for (const { name } of commands) expect(text).toMatch(new RegExp(`^  ${name} `, 'm'))
  for (const name of topicNames()) expect(text).toMatch(new RegExp(`^  ${name} `, 'm'))
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(COLUMNS)
})

test('prints each reference as it is', () => {
  for (const name of REFERENCES) expect(referenceText(name)).toMatch(/^# Tenant public API, variant /)
  expect(referenceText('../package')).toBeUndefined()
})

describe.for(topicNames())('help %s', (name) => {
  const text = topicText(name)

  test('has no Markdown but the marks of code', () => {
    const prose = text.replace(/^ {4}.*$|`[^`]*`/gm, '')
    expect(prose).not.toMatch(/\*\*|\]\(|^#|^\||```|<!--|\\\|/m)
  })

  test('has every word of its page', () => {
    const words = (text: string) => text.replace(/<!--.*?-->|^!\[.*$|^```.*$|\]\([^)]*\)/gm, '').match(/\w{3,}/g) ?? []
    const shown = new Set(words(text))
    const source = readFileSync(join(DOCS, `${name}.md`), 'utf8').replaceAll('npx tenant-api-conformance', COMMAND)
    expect(
      words(source.replace(/^\| ([a-z ]+ \| )+[a-z ]+ \|\n(?=\|[ -]+\|)/gm, '')).filter((word) => !shown.has(word)),
    ).toEqual([])
  })

  test('fits the width, but for commands and wide tables', () => {
    const long = text.split('\n').filter((line) => line.length > COLUMNS && !line.startsWith('    '))
    expect(long).toEqual([])
    for (const line of text.split('\n')) expect(line).toBe(line.trimEnd())
  })
})

test('help settings describes every setting', () => {
  const text = topicText('settings')
  for (const name of Object.keys(Variables.shape)) expect(text).toContain(`  ${name} `)
})

test('the help states every default', () => {
  const defaults = Object.entries(Options.parse({})).filter(([, value]) => value !== undefined && value !== false)
  // A new seed each time; all rules.
  for (const [name, value] of defaults.filter(([name]) => name !== 'seed' && name !== 'rule'))
    expect(RUN_OPTIONS[name]!.help).toContain(`default: ${[value].flat().join(', ')}`)
  expect(defaults.length).toBeGreaterThan(5)
})
