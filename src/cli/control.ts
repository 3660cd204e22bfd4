import { join } from 'node:path'
import { extension, home } from '../core/catalog.ts'
import { type ControlSetting, MANUAL } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { loadControlModule } from '../engine/control/load-control-module.ts'
import type { Bundled } from '../engine/reference-server.ts'
import { messageOf } from './errors.ts'

/** Before any request: a control module that cannot be used is one line, and so is a terminal that is none. */
export async function checkControl(control: ControlSetting | undefined): Promise<void> {
  if (!control) return
  const { from, file } = control
  if (file !== MANUAL)
    await loadControlModule(control).catch((error) => {
      throw new UsageError(`${from}: ${messageOf(error)}`)
    })
  else if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError(`${from}: manual asks at a terminal, and standard input or output is none`)
}

/** Printed first, so that the verdict is not taken for that of a deployment. */
export const DEMO = 'demo: this is the bundled reference server, not your deployment'

/** The control module of the server that was started for the run. */
export function bundledControl({ variables }: Bundled): ControlSetting {
  const file = join(home, 'reference-server/control', `module${extension}`)
  return { from: '--control', file, variables }
}
