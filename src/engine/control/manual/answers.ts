import type { Ask } from './question.ts'

/** The console refused the action, as the person reports. */
class PersonRefused extends Error {
  override readonly name = 'ControlRefused'
}

/** Help text for the inputs that every question accepts. */
export const WORDS = 'Enter: done; r: the console refuses it; s: it cannot be done here'

/** Ask a person to do something and press Enter. */
export async function toDo(ask: Ask, what: string): Promise<void> {
  await answer(ask, { text: `${what}, then press Enter`, secret: false }, (typed) =>
    typed === '' ? undefined : 'press Enter, or type r or s',
  )
}

/** Ask until `problem` accepts the input. Throws if the person types r (refused) or s (skip). */
export async function answer(
  ask: Ask,
  { text, secret }: { text: string; secret: boolean },
  problem: (typed: string) => string | undefined,
): Promise<string> {
  for (let hint = ''; ; ) {
    const typed = (await ask({ text: hint + text, secret })).trim()
    if (typed === 'r') throw new PersonRefused('as reported by the person at the terminal')
    if (typed === 's') throw new Error('the person at the terminal cannot do it')
    const why = problem(typed)
    if (why === undefined) return typed
    hint = `(${why})\n`
  }
}
