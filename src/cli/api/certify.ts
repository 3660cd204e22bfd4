import { resolve } from 'node:path'
import type { Handler } from '../../core/handler.ts'
import type { Report } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { type ControlSource, problemOf } from '../../engine/control/control-source.ts'
import { loadControlModule } from '../../engine/control/load-control-module.ts'
import { type RunOptions, run } from '../../engine/run.ts'
import { inProcess } from '../../http/in-process.ts'
import { prepareOut } from '../../report/prepare-out.ts'
import { expectations } from '../load-settings.ts'
import { saveReport } from '../write-reports.ts'
import type { CertifyOptions } from './certify-options.ts'
import { settingsOf } from './settings.ts'

export { explain } from './explain.ts'

/** Tests every rule against a base URL or a handler. */
export async function certify(target: string | URL | Handler, options?: CertifyOptions): Promise<Report> {
  const { settings, runOptions } = await prepare(target, options)
  if (options?.out !== undefined) prepareOut(settings.out, 'out')
  const { report, crash } = await run(settings, runOptions)
  if (crash) throw crash
  if (options?.out !== undefined) await saveReport(report, settings)
  return report
}

/** Checks what was given in code. Throws a UsageError with one line for each problem. */
export async function prepare(
  target: string | URL | Handler,
  options: CertifyOptions = { settings: {} },
): Promise<{ settings: Settings; runOptions: RunOptions }> {
  const settings = { ...(await settingsOf(target, options)), expect: await expectations(options.expect) }
  const control = await controlOf(options.control)
  const open = typeof target === 'function' ? (origin: string) => inProcess(target, origin) : undefined
  return { settings, runOptions: { control, stop: options.signal, open } }
}

async function controlOf(control: CertifyOptions['control']): Promise<ControlSource | undefined> {
  if (control === undefined) return undefined
  if (typeof control === 'string')
    return loadControlModule({ from: '--control', file: resolve(control), variables: {} }).catch((error) => {
      throw new UsageError(`control: ${error.message}`)
    })
  const problem = problemOf(control)
  if (problem) throw new UsageError(`control: ${problem}`)
  return { module: control }
}
