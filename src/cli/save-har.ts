import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HAR_FILE, writeHar } from '../har/write.ts'
import type { Report } from '../report/results.ts'
import type { Settings } from '../settings.ts'
import { tapeFile } from '../tape/file.ts'
import { complain, messageOf } from './errors.ts'

/** Makes a HAR of what the run kept. What was kept for that alone goes. */
export async function saveHar(report: Report, settings: Settings): Promise<void> {
  const tapes = report.targets.flatMap(({ variant }) => tapeFile(settings, variant) ?? []).filter(existsSync)
  if (settings.reporters.includes('har')) await harOf(report, settings.out, tapes)
  if (settings.record !== 'all') for (const tape of tapes) rmSync(tape, { force: true })
}

/** A HAR that cannot be written does not take away what else a run tells. */
export async function harOf(
  { targets }: Pick<Report, 'targets'>,
  out: string,
  tapes: readonly string[],
): Promise<void> {
  const titles = new Map(
    targets.flatMap(({ rules }) => rules.map(({ id, status, title }) => [id, `${status}: ${title}`])),
  )
  await writeHar(join(out, HAR_FILE), tapes, titles).catch((error) =>
    complain(`${HAR_FILE} cannot be written: ${messageOf(error)}`),
  )
}
