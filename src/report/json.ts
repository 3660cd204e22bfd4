import { type Json, writeJson } from '../client/json.ts'
import { inertJson } from './inert.ts'
import type { Report } from './results.ts'

/** `report.json`. Numbers keep all their digits. */
export function renderJson(report: Report): string {
  return `${inertJson(writeJson(report as unknown as Json, 2))}\n`
}
