import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { appA } from './a/app.ts'
import { applyDueChanges } from './apply-due-changes.ts'
import { appB } from './b/app.ts'
import { conforming } from './behaviour.ts'
import { HttpCall } from './call.ts'
import { type Resource, responseTo } from './pipeline.ts'
import type { Env, Handler, Serve } from './route.ts'
import { send } from './send.ts'
import type { Site } from './site.ts'
import type { Variant } from './types.ts'

const APPS = { a: appA, b: appB }

/** Serves both variants under their base paths. Hono routes; `send` writes responses to the socket byte for byte. */
export function listener(site: Site, variants: readonly Variant[], mount: (app: Hono<Env>) => void) {
  const root = new Hono<Env>({ getPath: (request, options) => routedPath(site, request, options?.env) })
  mount(root)
  const bases = variants.map((variant) => ({ variant, path: baseOf(site, variant) }))
  for (const { variant, path } of bases) {
    root.route(path, APPS[variant](serve(site, variant)))
    root.get(documentPath(site, variant), describe(variant, path))
  }
  root.notFound((c) => {
    const base = bases.find(({ path }) => c.req.path.startsWith(`${path}/`))
    return base ? serve(site, base.variant)('unknown', nowhere)(c) : c.text('Not found', 404)
  })
  return getRequestListener(root.fetch, { overrideGlobalObjects: false })
}

/** A behaviour that changes routing gets the path as it was sent, which a URL no longer holds. */
function routedPath({ behaviour: b }: Site, request: Request, bindings?: Env['Bindings']): string {
  if (b.pathRouted === conforming.pathRouted || !bindings) return getPath(request)
  return b.pathRouted((bindings.incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, ''))
}

export const baseOf = ({ behaviour: b }: Site, variant: Variant) => b.basePath(variant) + b.apiPath(variant)

/** Beside the API, outside what it promises. */
export const documentPath = ({ behaviour: b }: Site, variant: Variant) => `${b.basePath(variant)}/openapi.json`

/** Loaded on demand, since few clients request it. */
const describe =
  (variant: Variant, path: string): Handler =>
  async (c) => {
    const { openApiOf } = await import('./openapi/document.ts')
    return c.json(openApiOf(variant, new URL(path, c.req.url).href))
  }

/** Only authenticated clients learn that a path does not exist. */
const nowhere: Resource = {
  query: () => undefined,
  lookup: (call, { behaviour: b }) => b.notFound('path', call),
  body: () => undefined,
}

/** Avoids Hono's reading of headers from RESPONSE_ALREADY_SENT, which takes a tenth of a response's time. */
const SENT_OTHERWISE = () => new Promise<Response>(() => undefined)

const serve =
  (site: Site, variant: Variant): Serve =>
  (endpoint, resource) =>
  (c) => {
    applyDueChanges(site)
    const call = new HttpCall(site, c.env.incoming, site.next(), endpoint, { variant, params: c.req.param() })
    send(responseTo(call, site, resource), call, site, c.env.outgoing)
    return SENT_OTHERWISE()
  }
