import type { Dispatcher } from 'undici'
import type { Problem } from '../core/exchange.ts'
import { failureOf } from '../core/problem.ts'
import { stoppedBy } from '../core/stopped.ts'
import { whenAborted } from '../core/when-aborted.ts'
import type { Attempt, Limits, RawAnswer } from './attempt.ts'
import { Gathered } from './gathered.ts'
import type { Taker } from './intake.ts'

type Controller = Dispatcher.DispatchController

/** What undici answers to a request that it will not send: a header with a line break in it, say. */
const REFUSED = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])

/** How many time limits an answer waits at most while larger ones come in. */
const PATIENCE = 10

/** Takes down one attempt as undici reports it. Settles once; what comes later is ignored. */
export class Recorder implements Dispatcher.DispatchHandler, Taker {
  readonly #limits: Limits
  readonly #resolve: (attempt: Attempt) => void
  readonly #reject: (error: Error) => void
  #deadline: NodeJS.Timeout | undefined
  /** Milliseconds that are left of the time limit; waiting for other bodies is not the server's fault. */
  #left: number
  #runningSince = performance.now()
  #settled = false
  #controller: Controller | undefined
  #sentAt = Date.now()
  #start = performance.now()
  #head: Omit<RawAnswer, 'body'> | undefined
  #body = new Gathered()

  constructor(limits: Limits, resolve: (attempt: Attempt) => void, reject: (error: Error) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
    this.#left = limits.timeout
    this.#run()
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

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason = ''): void {
    // Also called for a 103: the answer that follows replaces it.
    this.#head = { status, reason, headers: pairs(controller.rawHeaders as Buffer[]) }
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#settled) return
    if (this.#body.size + chunk.length > this.#limits.maxBody)
      this.#cut('too-large', `the body exceeds ${this.#limits.maxBody} bytes`)
    else {
      this.#body.add(chunk)
      this.#limits.intake?.take(this, chunk.length)
    }
  }

  /** Its own time stands still, but no answer waits for ever for those before it. */
  pause(): void {
    this.#left -= performance.now() - this.#runningSince
    this.#endIn(this.#limits.timeout * PATIENCE)
    this.#controller?.pause()
  }

  resume(): void {
    this.#run()
    // undici reads one answer at a time, and may be in the middle of the one that made room for this.
    queueMicrotask(() => this.#controller?.resume())
  }

  #run(): void {
    this.#runningSince = performance.now()
    this.#endIn(Math.max(0, this.#left))
  }

  #endIn(ms: number): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(this.#late, ms)
  }

  onResponseEnd(): void {
    this.#settle({ answer: { ...this.#head!, body: this.#body.whole() } })
  }

  onResponseError(_controller: Controller, error: Error & { code?: string }): void {
    if (this.#settled) return
    if (REFUSED.has(error.code ?? '')) {
      this.#end()
      this.#reject(error)
    } else this.#settle(failureOf(error))
  }

  readonly #late = (): void => {
    const got = this.#head
      ? `only status ${this.#head.status} and ${this.#body.size} bytes of the body`
      : 'nothing came'
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
    this.#body = new Gathered()
    this.#limits.intake?.leave(this)
    clearTimeout(this.#deadline)
    whenAborted(this.#limits.signal).delete(this.#stopped)
  }
}

/** Header values are bytes: latin1 keeps every one of them apart. */
function pairs(raw: readonly Buffer[]): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let i = 0; i < raw.length; i += 2) found.push([raw[i]!.toString('latin1'), raw[i + 1]!.toString('latin1')])
  return found
}
