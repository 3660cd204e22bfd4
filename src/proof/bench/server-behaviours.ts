import { writeFileSync } from 'node:fs'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import type { LoggedRequest } from './processes.ts'

// Loaded by the reference server: `--behaviour src/proof/bench/server-behaviours.ts#NAME`.

/** Headers that are logged, to be sent again. */
const HEADERS = ['accept', 'user-agent', 'x-api-key', 'authorization', 'cookie', 'x-padding']

const requests: LoggedRequest[] = []
const file = process.env.BENCH_LOG
if (file !== undefined) process.on('exit', () => writeFileSync(file, JSON.stringify(requests)))

/** Logs every request; the log is written to the file BENCH_LOG when the server exits. */
export const log: Partial<Behaviour> = {
  gateway: (call) => {
    const { variant, method, search } = call
    const headers = HEADERS.flatMap((name) => call.header(name).flatMap((value) => [name, value]))
    const path = search === '' ? call.path : `${call.path}?${search}`
    requests.push({ at: performance.now(), sentAt: Date.now(), variant, method, path, headers })
    return call.lawful.gateway(call)
  },
}

/** Adds 50 ms to each response. */
export const slow: Partial<Behaviour> = { latencyMs: () => 50 }

/** One record of a generated list is out of order. */
export const misplaced: Partial<Behaviour> = { aUserId: (id) => (id === 1_111_111 ? id - 1000 : id) }
