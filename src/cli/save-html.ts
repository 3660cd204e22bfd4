import { join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import { loadCatalog } from '../core/catalog.ts'
import { type Explanation, explanationOf } from '../core/explanation.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import { renderHtml } from '../report/html/render-html.ts'
import type { Written } from '../report/write-files.ts'
import { replayCommand } from './again.ts'
import { messageOf } from './errors.ts'

/** Writes `report.html`. Returns the problem instead of throwing. */
export async function saveHtml(report: Report, out: string, flags: RunFlags = {}): Promise<Written> {
  const path = join(out, 'report.html')
  try {
    const variants = [...new Set(report.targets.map(({ variant }) => variant))]
    const explanations = new Map((await Promise.all(variants.map(explained))).flat())
    writeAtomically(path, renderHtml(report, { explanations, replay: replayCommand(out, flags) }))
    return { path, problems: [] }
  } catch (error) {
    return { problems: [`report.html cannot be written: ${messageOf(error)}`] }
  }
}

/** Explanations of all rules; none if the catalogue cannot be loaded. */
async function explained(variant: Variant): Promise<(readonly [id: string, Explanation])[]> {
  const catalog = await loadCatalog(variant).catch(() => undefined)
  return catalog?.rules.map((rule) => [rule.id, explanationOf(rule, catalog)] as const) ?? []
}
