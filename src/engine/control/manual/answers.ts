import type { Ask } from './question.ts'

/** The console does not let the person do it: for a rule to judge. */
class PersonRefused extends Error {
  override readonly name = 'ControlRefused'
}

export const WORDS = 'Enter: done; r: the console refuses it; s: it cannot be done here'

/** Something to do; what is typed is none of its business. */
export async function toDo(ask: Ask, what: string): Promise<void> {
  await answer(ask, { text: `${what}, then press Enter`, secret: false }, (typed) =>
    typed === '' ? undefined : 'press Enter, or type r or s',
  )
}

/** Asks until `problem` finds nothing wrong with what was typed. */
export async function answer(
  ask: Ask,
  { text, secret }: { text: string; secret: boolean },
  problem: (typed: string) => string | undefined,
): Promise<string> {
  for (let again = ''; ; ) {
    const typed = (await ask({ text: again + text, secret })).trim()
    if (typed === 'r') throw new PersonRefused('so says the person at the terminal')
    if (typed === 's') throw new Error('the person at the terminal cannot do it')
    const why = problem(typed)
    if (why === undefined) return typed
    again = `(${why})\n`
  }
}
