import { didYouMean } from '../../core/did-you-mean.ts'
import type { Terminal } from '../terminal.ts'
import { type Answers, CONTROL_FILE, type Flags, problem, schemaOf } from './answers.ts'
import { CI, type CiName } from './ci.ts'

const ASKED = [
  ['TENANT_A_BASE_URL', 'Base URL of variant A (users), without /api/public/v1'],
  ['TENANT_A_KEY', 'An active key of it with every scope (it is not shown)'],
  ['TENANT_B_BASE_URL', 'Base URL of variant B (projects, datasets), without /api/public/v1'],
  ['TENANT_B_KEY', 'An active key of it with every scope (it is not shown)'],
] as const

/** Asks a person for what the command line left open. Rejects when the person ends it. */
export async function ask(terminal: Terminal, given: Answers, flags: Flags, hasEnv: boolean): Promise<Answers> {
  const settings = hasEnv ? {} : await askSettings(terminal, given.settings)
  const control = flags.control ? given.control : await askControl(terminal)
  const ci = flags.ci === undefined ? await askCi(terminal) : given.ci
  return { settings: { ...given.settings, ...settings }, ...(control && { control }), ...(ci && { ci }) }
}

async function askSettings(terminal: Terminal, given: Answers['settings']): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const [name, question] of ASKED) {
    const url = name.replace(/_KEY$/, '_BASE_URL')
    // A key of a deployment that was left out is nothing to ask for.
    if (name in given || (url !== name && !(url in given) && !(url in settings))) continue
    const value = await until(terminal, question, name.endsWith('_KEY'), (text) => problem(schemaOf(name), text)[0])
    if (value) settings[name] = value
  }
  return settings
}

async function askControl(terminal: Terminal): Promise<string | undefined> {
  const text = 'A control module, for rules on keys that are created, revoked and expire? [y/N]'
  const answer = await until(terminal, text, false, (typed) => (/^(y|yes|n|no)$/i.test(typed) ? undefined : 'y or n'))
  return /^y/i.test(answer) ? CONTROL_FILE : undefined
}

async function askCi(terminal: Terminal): Promise<CiName | undefined> {
  const names = Object.keys(CI)
  const wrong = (typed: string) =>
    names.includes(typed) ? undefined : `one of ${names.join(', ')}${didYouMean(typed, names)}`
  const answer = await until(terminal, `A pipeline that runs the suite? ${names.join(', ')} [none]`, false, wrong)
  return answer === '' ? undefined : (answer as CiName)
}

/** The first answer that nothing is wrong of; an empty one is an answer. */
async function until(
  terminal: Terminal,
  question: string,
  secret: boolean,
  wrong: (text: string) => string | undefined,
): Promise<string> {
  for (let text = `${question}: `; ; ) {
    const answer = (await terminal.ask({ text, secret })).trim()
    const why = answer === '' ? undefined : wrong(answer)
    if (why === undefined) return answer
    text = `  ${why}\n${question}: `
  }
}
