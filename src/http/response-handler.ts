import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Problem } from '../core/exchange.ts'
import { networkProblem } from '../core/network-problem.ts'
import { whenAborted } from '../core/sleep.ts'
import { stoppedBy } from '../core/stopped.ts'
import type { Attempt, Limits, RawResponse } from './attempt.ts'
import { ByteBuffer } from './byte-buffer.ts'

type Controller = Dispatcher.DispatchController

/** Errors of undici for a request that it refuses to send: a header with a line break, for example. */
const REFUSED = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])

/** Bytes from which a body is large. */
const LARGE = 256 * 1024

/** Collects the response to one attempt as undici reports it. Settles once; later events are ignored. */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #limits: Limits
  readonly #resolve: (attempt: Attempt) => void
  readonly #reject: (error: Error) => void
  #deadline: NodeJS.Timeout | undefined
  #settled = false
  #controller: Controller | undefined
  #sentAt = Date.now()
  #start = performance.now()
  #head: Omit<RawResponse, 'body'> | undefined
  #body = new ByteBuffer()
  #isLarge = false
  readonly #ended = Promise.withResolvers<void>()

  constructor(limits: Limits, resolve: (attempt: Attempt) => void, reject: (error: Error) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
    this.#startDeadline()
    whenAborted(limits.signal).add(this.#stopped)
    if (limits.signal.aborted) this.#stopped()
  }

  /** Called when the request is written to a connection. */
  onRequestStart(controller: Controller): void {
    if (this.#settled) controller.abort(new Error('settled while it waited for a connection'))
    this.#controller = controller
    this.#sentAt = Date.now()
    this.#start = performance.now()
  }

  /** The server has switched to the protocol that was offered: the suite does not continue in it. */
  onRequestUpgrade(_controller: Controller, status: number, _headers: unknown, socket: Duplex): void {
    socket.destroy()
    this.#head = { status, reason: '', headers: [] }
    this.onResponseEnd()
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason = ''): void {
    // Also called for a 103: the response that follows replaces it.
    this.#head = { status, reason, headers: pairs(controller.rawHeaders as Buffer[]) }
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#settled) return
    if (this.#body.length + chunk.length > this.#limits.maxBody)
      this.#cut('too-large', `the body exceeds ${this.#limits.maxBody} bytes`)
    else {
      this.#body.add(chunk)
      if (!this.#isLarge && this.#body.length >= LARGE) this.#waitForOthers()
    }
  }

  /** Without a time limit, since those of the others end the wait. It starts again when the body continues. */
  #waitForOthers(): void {
    this.#isLarge = true
    clearTimeout(this.#deadline)
    this.#controller?.pause()
    this.#limits.largeBodies?.run(() => this.#resume())
  }

  /** Resolves when the body is complete, or given up. */
  #resume(): Promise<void> {
    if (!this.#settled) {
      this.#startDeadline()
      // Not while undici is still parsing.
      queueMicrotask(() => this.#controller?.resume())
    }
    return this.#ended.promise
  }

  #startDeadline(): void {
    this.#deadline = setTimeout(this.#late, this.#limits.timeout)
  }

  onResponseEnd(): void {
    this.#settle({ response: { ...this.#head!, body: this.#body.bytes() } })
  }

  onResponseError(_controller: Controller, error: Error & { code?: string }): void {
    if (this.#settled) return
    if (REFUSED.has(error.code ?? '')) {
      this.#end()
      this.#reject(error)
    } else {
      const { problem, ...about } = networkProblem(error)
      const came = this.#head ? `; ${this.#came()} came` : ''
      this.#settle({ ...about, problem: { ...problem, message: `${problem.message}${came}` } })
    }
  }

  readonly #late = (): void => {
    const got = this.#head ? `only ${this.#came()}` : 'nothing came'
    this.#cut('timeout', `no complete response within ${this.#limits.timeout} ms: ${got}`, true)
  }

  readonly #came = (): string => `status ${this.#head!.status} and ${this.#body.length} bytes of the body`

  readonly #stopped = (): void => this.#cut('stopped', stoppedBy(this.#limits.signal).message)

  #cut(kind: Problem['kind'], message: string, transient = false): void {
    if (this.#settled) return
    this.#settle({ problem: { kind, message }, transient })
    this.#controller?.abort(new Error(message))
  }

  #settle(end: Pick<Attempt, 'response' | 'problem' | 'transient'>): void {
    this.#end()
    const ms = Math.round((performance.now() - this.#start) * 1000) / 1000
    this.#resolve({ sentAt: this.#sentAt, ms, ...end })
  }

  #end(): void {
    this.#settled = true
    this.#body = new ByteBuffer()
    this.#ended.resolve()
    clearTimeout(this.#deadline)
    whenAborted(this.#limits.signal).delete(this.#stopped)
  }
}

/** Header values are bytes: latin1 maps each to one character. */
function pairs(raw: readonly Buffer[]): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let i = 0; i < raw.length; i += 2) found.push([raw[i]!.toString('latin1'), raw[i + 1]!.toString('latin1')])
  return found
}
