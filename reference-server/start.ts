import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mountControl } from './control/http.ts'
import { controlOf } from './control.ts'
import { issueKeys, namedIds } from './fixtures.ts'
import { documentPath, listener } from './listener.ts'
import { openSite, type SiteOptions } from './site.ts'
import type { Variant } from './types.ts'

export interface StartOptions extends SiteOptions {
  /** 0, the default, takes any free port. */
  port?: number
}

const HOST = '127.0.0.1'
const BOTH: readonly Variant[] = ['a', 'b']

/** Starts the reference server on loopback, with fresh keys. */
export async function start({ port = 0, ...options }: StartOptions = {}) {
  const site = openSite(options)
  const control = controlOf(site)
  const controlPath = `/__control/${randomBytes(16).toString('hex')}`
  const server = createServer(listener(site, options.variants ?? BOTH, mountControl(controlPath, control)))
  server.keepAliveTimeout = site.behaviour.keepAliveMs()
  const origin = `http://${HOST}:${await listen(server, port).finally(() => server.listening || site.store.close())}`
  const baseUrl = (variant: Variant) => origin + site.behaviour.basePath(variant)
  return {
    a: { baseUrl: baseUrl('a') },
    b: { baseUrl: baseUrl('b') },
    documents: (options.variants ?? BOTH).map((variant) => origin + documentPath(site, variant)),
    env: {
      TENANT_A_BASE_URL: baseUrl('a'),
      TENANT_B_BASE_URL: baseUrl('b'),
      ...issueKeys(site),
      ...namedIds(site),
      TENANT_REFERENCE_CONTROL: origin + controlPath,
    } as Record<string, string>,
    control,
    store: site.store,
    close: async () => {
      server.close()
      server.closeAllConnections()
      site.store.close()
    },
  }
}

export type Running = Awaited<ReturnType<typeof start>>

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
