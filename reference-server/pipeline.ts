import { authenticate } from './authenticate.ts'
import type { Site } from './site.ts'
import type { Call, ErrorSpec, Failure, ResponseParts, Step } from './types.ts'

/** The endpoint-specific part of a call: parses the query, finds the resource, builds the body. */
export interface Resource {
  query(call: Call, site: Site): ErrorSpec | undefined
  lookup(call: Call, site: Site): ErrorSpec | undefined
  body(call: Call, site: Site): unknown
}

/** Marks a body that is an error. */
export class Stop {
  readonly error: ErrorSpec
  constructor(error: ErrorSpec) {
    this.error = error
  }
}

type Work = (call: Call, site: Site, resource: Resource) => ErrorSpec | undefined

const work: Record<Step, Work> = {
  credential: (call, site) => {
    call.failure = authenticate(call, site)
    return call.failure && refusal(call.failure, call, site)
  },
  permission: (call, site) => {
    const lacks = lacking(call, site)
    return lacks && forbidden(lacks, call, site)
  },
  method: (call, { behaviour: b }) => (b.methodAllowed(call.method, call) ? undefined : b.methodError(call)),
  query: (call, site, resource) => resource.query(call, site),
  lookup: (call, site, resource) => resource.lookup(call, site),
}

/** Runs the steps of a call in order and builds the response. */
export function responseTo(call: Call, site: Site, resource: Resource): ResponseParts {
  const { behaviour: b } = site
  const early = b.gateway(call)
  if (early) return early
  try {
    for (const step of b.order(call)) {
      const error = work[step](call, site, resource)
      if (error) return errorResponse(error, call, site)
    }
    const body = resource.body(call, site)
    return body instanceof Stop
      ? errorResponse(body.error, call, site)
      : response(b.successStatus(call), body, call, site)
  } catch (error) {
    return errorResponse(b.internalError(error, call), call, site)
  }
}

function lacking(call: Call, { behaviour: b }: Site): 'scope' | 'module' | undefined {
  if (!call.key || !call.company) return undefined
  const module = b.requiredModule(call)
  if (module !== undefined && !b.moduleActive(call.company, module, call)) return 'module'
  const scope = b.requiredScope(call)
  return scope !== undefined && !b.scopeHeld(call.key, scope, call) ? 'scope' : undefined
}

const refusal = (failure: Failure, call: Call, { behaviour: b }: Site): ErrorSpec => ({
  status: b.refusalStatus(failure, call),
  code: b.refusalCode(failure, call),
  message: b.refusalMessage(failure, call),
})

const forbidden = (lacks: 'scope' | 'module', call: Call, { behaviour: b }: Site): ErrorSpec => ({
  status: b.forbiddenStatus(lacks, call),
  code: b.forbiddenCode(lacks, call),
  message: b.forbiddenMessage(lacks, call),
})

function response(status: number, body: unknown, call: Call, { behaviour: b }: Site): ResponseParts {
  const made: ResponseParts = {
    status,
    headers: [['Content-Type', b.contentType(status, call)], ...b.extraHeaders(call)],
    body: b.json(body, call),
  }
  if (call.key) for (const cookie of b.setCookies(call)) made.headers.push(['Set-Cookie', cookie])
  return made
}

function errorResponse(error: ErrorSpec, call: Call, site: Site): ResponseParts {
  const { behaviour: b } = site
  const made = response(error.status, b.errorBody(error, call), call, site)
  made.headers.push(...b.errorHeaders(error, call))
  const { failure } = call
  if (!failure) return made
  made.headers.push(...b.refusalHeaders(failure, call))
  made.reason = b.refusalReason(failure, call)
  made.body = b.refusalText(String(made.body), failure, call)
  made.delayMs = b.refusalDelayMs(failure, call)
  return made
}
