import { unescape as decoded } from 'node:querystring'
import type { Dispatcher } from 'undici'
import type { WireRequest } from '../core/exchange.ts'
import type { Handler } from '../core/handler.ts'
import type { Transport } from './transport.ts'

type Recorder = Dispatcher.DispatchHandler

/** Calls a function where a pool would write to a socket. */
export function inProcess(handler: Handler, origin: string): Transport {
  return {
    dispatch: (request, recorder) => void call(handler, origin, request, recorder),
    destroy: async () => undefined,
  }
}

async function call(handler: Handler, origin: string, wire: WireRequest, recorder: Recorder): Promise<void> {
  const gone = new AbortController()
  const controller = controllerOf(gone)
  try {
    const request = requestOf(origin, wire, gone.signal)
    recorder.onRequestStart?.(controller, undefined)
    const response = await answerOf(handler, request)
    controller.rawHeaders = rawHeaders(response)
    recorder.onResponseStart?.(controller, response.status, {}, response.statusText)
    // As an HTTP server does, regardless of the handler.
    if (wire.method === 'HEAD') await response.body?.cancel()
    else
      for await (const chunk of whileHeard(response, gone.signal)) {
        recorder.onResponseData?.(controller, chunk)
        await controller.going?.promise
      }
    recorder.onResponseEnd?.(controller, {})
  } catch (error) {
    recorder.onResponseError?.(controller, asError(error))
  }
}

interface Controller extends Dispatcher.DispatchController {
  rawHeaders: Buffer[]
  /** Resolves when it is no longer paused. */
  going?: PromiseWithResolvers<void>
}

function controllerOf(gone: AbortController): Controller {
  return {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: [],
    abort(error) {
      gone.abort(error)
      this.resume()
    },
    pause() {
      this.going = Promise.withResolvers()
    },
    resume() {
      this.going?.resolve()
    },
  }
}

/** Throws where a Request object says something else than the wire would. */
function requestOf(origin: string, { method, path, headers, upgrade }: WireRequest, signal: AbortSignal): Request {
  const pairs: [string, string][] = [['host', new URL(origin).host]]
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i]!, headers[i + 1]!])
  if (upgrade !== undefined) pairs.push(['connection', 'upgrade'], ['upgrade', upgrade])
  const request = new Request(origin + path, { method, headers: pairs, signal })
  // It encodes a few characters that HTTP would let through, which changes nothing; but it also resolves `..`.
  if (decoded(request.url) !== decoded(origin + path)) throw new Error('a Request object cannot carry this path')
  return request
}

/** When a handler throws, the server it runs in sends a 500. */
async function answerOf(handler: Handler, request: Request): Promise<Response> {
  try {
    const response: unknown = await handler(request)
    // Not `instanceof`: test runners define another Response.
    if (response !== null && typeof response === 'object' && 'status' in response && 'headers' in response)
      return response as Response
    return failed(`the handler returned ${response === null ? 'null' : typeof response} and no Response`)
  } catch (error) {
    return failed(`the handler threw ${asError(error)}`)
  }
}

const failed = (why: string): Response => new Response(why, { status: 500, headers: { 'content-type': 'text/plain' } })

async function* whileHeard({ body }: Response, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (!body) return
  for await (const chunk of body) {
    if (signal.aborted) return
    yield Buffer.from(chunk)
  }
}

/** With the date that every HTTP server adds: rules read the target's clock from it. */
function rawHeaders({ headers }: Response): Buffer[] {
  const pairs = [...headers]
  if (!headers.has('date')) pairs.push(['date', new Date().toUTCString()])
  return pairs.flat().map((text) => Buffer.from(text, 'latin1'))
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
