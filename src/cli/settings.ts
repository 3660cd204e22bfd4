import type { RunFlags } from '../settings/options.ts'
import { type Read, readSettings } from '../settings/read.ts'
import { complain } from './errors.ts'
import { hideInOutput } from './output.ts'

/** The settings that a command sends by. What is amiss is said, and nothing that is printed from here on holds a key. */
export function settingsFor(flags: RunFlags): Read {
  const read = readSettings(flags, process.env, process.cwd())
  hideInOutput(read.settings.held ?? [])
  for (const line of read.warnings) complain(line)
  return read
}
