import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'
import { leaks } from '../leaks.ts'
import type { Attacked } from './attack.ts'
import type { Hostile } from './server.ts'

const fixture = (name: string): string => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')
const ajv = new Ajv2020()
addFormats.default(ajv)
const isReport = ajv.compile(JSON.parse(fixture('report.schema.json')))
const jenkins = fixture('junit-jenkins.xsd')

const CODES = { conformant: 0, nonconformant: 1, inconclusive: 3 } as const
const MEGABYTES = 300
const SECONDS = 60

/** What is wrong with a run against a hostile deployment, a line each. */
export async function problemsOf(hostile: Hostile, ran: Attacked): Promise<string[]> {
  const { verdict, says, seconds = SECONDS } = hostile
  const report = JSON.parse(ran.files['report.json'] ?? '{}')
  const shown = ran.stdout.replace(/^::.*$/gm, '')
  return [
    ...(ran.code === CODES[verdict] ? [] : [`exit code ${ran.code}, not ${CODES[verdict]}`]),
    ...(report.targets?.[0]?.verdict === verdict ? [] : [`verdict ${report.targets?.[0]?.verdict}, not ${verdict}`]),
    ...(says.test(shown) ? [] : [`the console does not say ${says}`]),
    ...(ran.seconds <= seconds ? [] : [`${Math.round(ran.seconds)} s`]),
    ...(ran.megabytes <= MEGABYTES ? [] : [`${ran.megabytes} MB`]),
    ...(isReport(report) ? [] : [`report.json: ${ajv.errorsText(isReport.errors)}`]),
    ...(await xmlProblems(ran.files['junit.xml'] ?? '')),
    ...bugs(ran),
    ...active(ran),
    ...(leaks(`${ran.stdout}${ran.stderr}${Object.values(ran.files).join()}`, ran.keys).length === 0
      ? []
      : ['a secret was written']),
    ...(ran.paths.every((path) => /^[^?]*\/api\/public\/v1\/(?!.*\/\.\.?(\/|$))/.test(path.split('?')[0]!))
      ? []
      : ['asked outside the base path']),
  ]
}

async function xmlProblems(contents: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema: [jenkins] })
  return errors.slice(0, 1).map(({ message }) => `junit.xml: ${message}`)
}

const bugs = ({ stdout, stderr }: Attacked): string[] =>
  /the suite itself failed|\n\s+at .*:\d+:\d+|\bundefined\b|\[object/.exec(stdout + stderr)?.[0]
    ? [
        `a bug: ${/.*(the suite itself failed|\n\s+at .*:\d+:\d+|\bundefined\b|\[object).*/.exec(stdout + stderr)![0].slice(0, 200)}`,
      ]
    : []

/** Text that a terminal, browser or build server would execute. */
function active({ stdout, stderr, files, summary }: Attacked): string[] {
  const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u
  const printable = (text: string) => text.replaceAll('\n', '')
  const found: string[] = []
  for (const [name, text] of Object.entries({ stdout, stderr, summary, ...files }))
    if (control.test(printable(text).replaceAll(/\t/g, name.endsWith('.html') ? '' : '\t')))
      found.push(`${name}: control ${JSON.stringify(control.exec(printable(text))![0])}`)
  const html = files['report.html'] ?? ''
  if (/<script>window|<img|<[^>]*onerror/i.test(html)) found.push('report.html: markup')
  for (const [name, text] of Object.entries({ 'report.md': files['report.md'] ?? '', summary }))
    if (/^(?:(?!`).)*!\[x\]\(/m.test(outsideFences(text)) || /<script|<img/i.test(outsideCode(text)))
      found.push(`${name}: markup`)
  const commands = stdout
    .replace(/^::stop-commands::([\w-]+)\n.*?^::\1::$/gms, '')
    .split('\n')
    .filter((line) => /^\s*(::|##\[|##teamcity)/.test(line))
  if (commands.some((line) => !/^::(error|warning) title=/.test(line)))
    found.push(`stdout: command ${commands.find((line) => !/^::(error|warning) title=/.test(line))}`)
  if (/^Bail out!/m.test(files['report.tap'] ?? '')) found.push('report.tap: Bail out!')
  return found
}

const outsideFences = (text: string): string => text.replace(/^(`{3,})text\n.*?^\1$/gms, '')
const outsideCode = (text: string): string => outsideFences(text).replace(/(`+)(?!`).*?(?<!`)\1(?!`)/gs, '')
