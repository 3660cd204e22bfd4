import { loadCatalog } from '../core/catalog.ts'
import { isTransient } from '../core/exchange.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'
import { sleep } from '../core/sleep.ts'
import { createClient } from '../http/client.ts'
import { responseSummary } from '../judge/response-summary.ts'
import { rebuildRequest } from './session/rebuild-request.ts'
import { baseTarget, secretsOf } from './session/supplied-keys.ts'

const PAUSE_MS = 1000

/**
 * Polls a deployment once a second until it responds with anything but 429, 502, 503 and 504, or `settings.wait` has passed. Returns
 * whether it did. `onWait`: called once, with the response or error received instead.
 */
export async function waitUntilReady(
  settings: Settings,
  supplied: TargetSettings,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: (why: string) => void },
): Promise<boolean> {
  const { surface } = await loadCatalog(supplied.variant)
  const secrets = secretsOf(supplied)
  const credential = { class: 'active', form: 'x-api-key' }
  const endpoint = surface.endpoints[0]
  const req = rebuildRequest({ endpoint, credential }, baseTarget(supplied, secrets), surface)
  const until = performance.now() + settings.wait!
  for (let tries = 0; performance.now() < until && !signal.aborted; tries++) {
    const { baseUrl } = supplied
    // A new client each time: one circuit breaker would give up.
    const client = createClient({ ...settings, rate: undefined, baseUrl, secrets, signal })
    const x = await client.send(req, 'wait', { retries: 0 }).finally(() => client.close())
    if (x.response && !isTransient(x.response.status)) return true
    if (tries === 0) onWait(responseSummary(x))
    await sleep(PAUSE_MS, signal).catch(() => undefined)
  }
  return false
}
