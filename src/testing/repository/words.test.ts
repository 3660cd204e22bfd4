import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { home } from '../../core/catalog.ts'

/** Periphrastic words, private names and metaphors, with the standard term to write instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(who|what|wher)ever\b/i, 'anyone who, any, everywhere'],
  [/\b(told|tells?|is said|so many|of which|at hand|for good)\b/i, 'a concrete subject and verb'],
  [/\b(stands?|stood|go(es)? by)\b/i, 'is, means, uses'],
  [/\b(go(es)?|going) on\b/i, 'continues'],
  [/\bof (its|their) own\b/i, 'separate, its'],
  [/\b(un)?answer(s|ed|ing)?\b/i, 'response, responds, returns'],
  [
    /\b(what (comes|came)|in the end|(time )?to come|by turns|made smaller)\b/i,
    'received, finally, future, alternately, shrunk',
  ],
  [/\b(asks?|asked) for\b/i, 'requests'],
  [/\b(any more|once more)\b/i, 'no longer, again'],
  [/\bmembers?\b/i, 'field'],
  [
    /\b(walk(s|ed)?|goods|shelf|glance|desk|nobody|lawful)\b/i,
    'list, baseline requests, cache, console, unknown, conforming',
  ],
]

/** Quotations of the references, prompts that a person answers, ids of faults and rules in tests, and this list. */
const ALLOWED =
  /^(suites\/.\/reference\.ts|src\/cli\/(init|manual|terminal|doctor)\b.*|src\/engine\/control\/manual.*|src\/testing\/repository\/words\.test\.ts)$/

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`/gm
const CODE_OR_QUOTE = /(?<!^)`[^`\n]+`(?!$)|\$\{[^{}]*\}|\$\{.*|"[^"\n]*"|\b[ab](\.[a-z\d-]+){2}/g

const files = globSync(['{src,suites,reference-server}/**/*.{ts,js,md,css}', '.github/*.md', 'README.md'], {
  cwd: home,
}).filter((file) => !ALLOWED.test(file))

/** Prose of a file: all of a page, comments and texts of code; without code spans and quotations. */
function proseOf(file: string): string[] {
  const text = readFileSync(join(home, file), 'utf8')
  const prose = file.endsWith('.md') ? [text.replace(/^```[\s\S]*?^```/gm, '')] : (text.match(COMMENT_OR_STRING) ?? [])
  // A string without a space is an identifier, not a text.
  return prose.filter((one) => one.includes(' ')).flatMap((one) => one.replace(CODE_OR_QUOTE, '').split('\n'))
}

test.for(WORDS)('no text has %s: write %s', ([word]) => {
  const found = files.flatMap((file) =>
    proseOf(file)
      .filter((line) => word.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
