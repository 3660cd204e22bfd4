import type { Report, Status } from '../../core/results.ts'
import { byImpact } from '../by-impact.ts'
import type { Context } from './context.ts'
import { failureArticle } from './failure.ts'
import type { Markup } from './markup.ts'
import { count, section } from './parts.ts'

const KINDS: readonly (readonly [status: Status, id: string, what: string])[] = [
  ['failed', 'failures', 'broken rule'],
  ['warned', 'warnings', 'warning'],
  ['expected', 'accepted', 'accepted failure'],
]

/** Broken rules in full, failures before warnings. */
export function failures({ targets }: Report, context: Context): Markup[] {
  return KINDS.flatMap(([status, id, what]) => {
    const found = byImpact(targets.flatMap(({ rules }) => rules.filter((rule) => rule.status === status)))
    const articles = found.map((rule) => failureArticle(rule, context))
    return articles.length === 0 ? [] : [section(id, capital(count(articles.length, what)), articles)]
  })
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
