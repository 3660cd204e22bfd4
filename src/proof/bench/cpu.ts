import { targetsFrom } from '../../config/read-settings.ts'
import { loadCatalog } from '../../core/catalog.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { startSession } from '../../engine/session/session.ts'
import { sendAgain } from './bare.ts'
import { serve } from './processes.ts'

/** Milliseconds of processor time that this thread has taken. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const SETTINGS: Omit<Settings, 'targets'> = {
  ...{ rules: [], depth: 'standard' as const, seed: 1, strict: false, concurrency: 16, timeout: 60_000 },
  ...{ requireComplete: false, timing: false, out: '', reporters: [], record: 'failures' as const },
}

/** Milliseconds. */
export interface ProcessorTime {
  readonly suite: number
  readonly bare: number
}

/** What a session costs this thread, and what sending its requests again costs it. */
async function processorTimeOf(variant: Variant): Promise<ProcessorTime> {
  const catalog = await loadCatalog(variant)
  const server = await serve()
  const [target] = targetsFrom({ ...server.env }, [variant])
  const before = used()
  const session = startSession({ ...SETTINGS, targets: [target!] }, target!, catalog)
  await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  const suite = used() - before
  await session.close()
  const log = await server.stop()
  const other = await serve()
  const begun = used()
  await sendAgain(new URL(other.env.TENANT_A_BASE_URL!).origin, log)
  const bare = used() - begun
  await other.stop()
  return { suite, bare }
}

// In a process of its own: what else is done would warm up, or disturb, what is measured.
if (import.meta.main) process.stdout.write(JSON.stringify(await processorTimeOf(process.argv[2] as Variant)))
