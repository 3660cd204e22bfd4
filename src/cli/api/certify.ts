import { resolve } from 'node:path'
import type { Handler } from '../../core/handler.ts'
import type { Report } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { assemble } from '../../engine/assemble-report.ts'
import { loadSource, problemOf } from '../../engine/control/load-control-module.ts'
import type { ControlSource } from '../../engine/control/source.ts'
import { scrubber } from '../../engine/scrub.ts'
import type { Told } from '../../engine/told.ts'
import { inProcess } from '../../http/in-process.ts'
import { prepareOut } from '../../report/output-folder.ts'
import { writeFiles } from '../../report/write-files.ts'
import { withAgain } from '../again.ts'
import { complain } from '../errors.ts'
import { saveHtml } from '../save-html.ts'
import type { CertifyOptions } from './certify-options.ts'
import { settingsOf } from './settings.ts'
import { tryHere } from './try-here.ts'

export { explain } from './explain.ts'

/** Tries every rule against a base URL or a handler, one variant after the other. */
export async function certify(
  target: string | URL | Handler,
  options: CertifyOptions = { settings: {} },
): Promise<Report> {
  const settings = { ...(await settingsOf(target, options)), expect: await expectations(options.expect) }
  const control = await controlOf(options.control)
  if (options.out !== undefined) prepareOut(settings.out, 'out')
  const startedAt = new Date()
  const { deadline } = settings
  const timed = deadline === undefined ? settings : { ...settings, endsAt: startedAt.getTime() + deadline }
  const stop = options.signal
  const open = typeof target === 'function' ? (origin: string) => inProcess(target, origin) : undefined
  const told: Partial<Record<Variant, Told>> = {}
  // One after the other: what is sent to one must not disturb the measuring of time at the other.
  for (const one of settings.targets) told[one.variant] = await tryHere(timed, one, { control, stop, open })
  const course = { startedAt, interrupted: stop?.aborted ?? false }
  const report = scrubber(settings)(assemble(settings, told, course))
  if (options.out !== undefined) await write(report, settings)
  return report
}

async function write(found: Report, { out, reporters, depth }: Settings): Promise<void> {
  // The base URL is that of the target.
  const report = withAgain(found, { 'base-url': '', depth }, out)
  const { problems } = writeFiles(report, out, reporters)
  const page = reporters.includes('html') ? await saveHtml(report, out) : undefined
  for (const problem of [...problems, ...(page?.problems ?? [])]) complain(problem)
}

async function expectations(path: string | undefined): Promise<Settings['expect']> {
  if (path === undefined) return undefined
  // Loads the YAML library, which few need.
  const { readExpectations } = await import('../../config/read-expectations.ts')
  return readExpectations(path, new Date().toISOString().slice(0, 10))
}

async function controlOf(control: CertifyOptions['control']): Promise<ControlSource | undefined> {
  if (control === undefined) return undefined
  if (typeof control === 'string')
    return loadSource({ from: '--control', file: resolve(control), variables: {} }).catch((error) => {
      throw new UsageError(`control: ${error.message}`)
    })
  const problem = problemOf(control)
  if (problem) throw new UsageError(`control: ${problem}`)
  return { module: control }
}
