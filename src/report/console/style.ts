import { styleText } from 'node:util'
import type { VerdictText } from '../verdict-text.ts'

type Paint = (text: string) => string

/** Text styles of a terminal. Without colour they change nothing. */
export interface Style {
  readonly good: Paint
  readonly bad: Paint
  readonly warn: Paint
  readonly strong: Paint
  readonly dim: Paint
}

export function styleFor(colour: boolean): Style {
  const paint = (format: Parameters<typeof styleText>[0]): Paint =>
    colour ? (text) => styleText(format, text, { validateStream: false }) : (text) => text
  return {
    good: paint('green'),
    bad: paint(['red', 'bold']),
    warn: paint('yellow'),
    strong: paint('bold'),
    dim: paint('dim'),
  }
}

/** NO_COLOR wins over FORCE_COLOR, and both over the kind of the stream. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTTY && env.TERM !== 'dumb'
}

export const toneOf = ({ good, warn, bad }: Style, tone: VerdictText['tone']): Paint =>
  ({ good, warning: warn, bad })[tone]
