import { writeFileSync } from 'node:fs'
import type { Behaviour } from '../../../reference-server/behaviour.ts'

// Loaded by the reference server: `--behaviour src/proof/bench/server-behaviours.ts#log`.

/** A request as the server received it. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

/** Headers that are logged, to be sent again. */
const HEADERS = ['accept', 'user-agent', 'x-api-key', 'authorization', 'cookie', 'x-padding']

const requests: LoggedRequest[] = []
const file = process.env.BENCH_LOG
if (file !== undefined) process.on('exit', () => writeFileSync(file, JSON.stringify(requests)))

/** Logs every request; the log is written to the file BENCH_LOG when the server exits. */
export const log: Partial<Behaviour> = {
  gateway: (call) => {
    const { method, search } = call
    const headers = HEADERS.flatMap((name) => call.header(name).flatMap((value) => [name, value]))
    requests.push({ method, path: search === '' ? call.path : `${call.path}?${search}`, headers })
    return call.conforming.gateway(call)
  },
}

/** Responds after 50 ms. */
export const slow: Partial<Behaviour> = { latencyMs: () => 50 }
