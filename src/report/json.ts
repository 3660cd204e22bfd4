import { inertJson } from '../core/inert.ts'
import { type Json, writeJson } from '../core/json.ts'
import type { Report } from '../core/results.ts'

/** `report.json`. Numbers keep all their digits. */
export function renderJson(report: Report): string {
  return `${inertJson(writeJson(report as unknown as Json, 2))}\n`
}
