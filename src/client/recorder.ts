import type { Dispatcher } from 'undici'
import { stoppedBy } from './ends.ts'
import type { Problem } from './exchange.ts'
import { failureOf } from './problem.ts'
import type { Attempt, Limits, RawAnswer } from './wire.ts'

type Controller = Dispatcher.DispatchController

/** What undici answers to a request that it will not send: a header with a line break in it, say. */
const REFUSED = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])

/** Takes down one attempt as undici reports it. Settles once; what comes later is ignored. */
export class Recorder implements Dispatcher.DispatchHandler {
  readonly #limits: Limits
  readonly #resolve: (attempt: Attempt) => void
  readonly #reject: (error: Error) => void
  readonly #deadline: NodeJS.Timeout
  #settled = false
  #controller: Controller | undefined
  #sentAt = Date.now()
  #start = performance.now()
  #head: Omit<RawAnswer, 'body'> | undefined
  #chunks: Buffer[] = []
  #size = 0

  constructor(limits: Limits, resolve: (attempt: Attempt) => void, reject: (error: Error) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
    this.#deadline = setTimeout(this.#late, limits.timeout)
    limits.signal.addEventListener('abort', this.#stopped)
    if (limits.signal.aborted) this.#stopped()
  }

  /** Called when the request is written to a connection. */
  onRequestStart(controller: Controller): void {
    if (this.#settled) controller.abort(new Error('settled while it waited for a connection'))
    this.#controller = controller
    this.#sentAt = Date.now()
    this.#start = performance.now()
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason = ''): void {
    // Also called for a 103: the answer that follows replaces it.
    this.#head = { status, reason, headers: pairs(controller.rawHeaders as Buffer[]) }
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#limits.maxBody) this.#cut('too-large', `the body exceeds ${this.#limits.maxBody} bytes`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#settle({ answer: { ...this.#head!, body: Buffer.concat(this.#chunks) } })
  }

  onResponseError(_controller: Controller, error: Error & { code?: string }): void {
    if (this.#settled) return
    if (REFUSED.has(error.code ?? '')) {
      this.#end()
      this.#reject(error)
    } else this.#settle(failureOf(error))
  }

  readonly #late = (): void => {
    const got = this.#head ? `only status ${this.#head.status} and ${this.#size} bytes of the body` : 'nothing came'
    this.#cut('timeout', `no complete answer within ${this.#limits.timeout} ms: ${got}`, true)
  }

  readonly #stopped = (): void => this.#cut('stopped', stoppedBy(this.#limits.signal).message)

  #cut(kind: Problem['kind'], message: string, transient = false): void {
    if (this.#settled) return
    this.#settle({ problem: { kind, message }, transient })
    this.#controller?.abort(new Error(message))
  }

  #settle(end: Pick<Attempt, 'answer' | 'problem' | 'transient'>): void {
    this.#end()
    const ms = Math.round((performance.now() - this.#start) * 1000) / 1000
    this.#resolve({ sentAt: this.#sentAt, ms, ...end })
  }

  #end(): void {
    this.#settled = true
    clearTimeout(this.#deadline)
    this.#limits.signal.removeEventListener('abort', this.#stopped)
  }
}

/** Header values are bytes: latin1 keeps every one of them apart. */
function pairs(raw: readonly Buffer[]): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let i = 0; i < raw.length; i += 2) found.push([raw[i]!.toString('latin1'), raw[i + 1]!.toString('latin1')])
  return found
}
