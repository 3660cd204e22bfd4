/** Pages asked for before the one at hand was looked at: they are all that a walk keeps, however long the list. */
const AHEAD = 8

/** The next page, while those after it, up to `last` as far as is known, are under way already. */
export type NextPage<Answer> = (page: number, last: number) => Promise<Answer>

/** Asks for pages one by one from page 1 on, some of them ahead. */
export function readAhead<Answer>(ask: (page: number) => Promise<Answer>): NextPage<Answer> {
  const asked: Promise<Answer>[] = []
  return (page, last) => {
    while (asked.length === 0 || (asked.length < AHEAD && page + asked.length <= last)) {
      const answer = ask(page + asked.length)
      // It may fail before anybody waits for it; who waits then hears of it.
      answer.catch(() => undefined)
      asked.push(answer)
    }
    return asked.shift()!
  }
}
