import { writeFileSync } from 'node:fs'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import type { Logged } from './processes.ts'

// Loaded by the reference server: `--behaviour src/proof/bench/behaviours.ts#NAME`.

/** What is told of a request, to be sent again. */
const NAMES = ['accept', 'user-agent', 'x-api-key', 'authorization', 'cookie', 'x-padding']

/** Every request with its time; written to the file that BENCH_LOG names when the server ends. */
const requests: Logged[] = []
const file = process.env.BENCH_LOG
if (file !== undefined) process.on('exit', () => writeFileSync(file, JSON.stringify(requests)))

export const log: Partial<Behaviour> = {
  gateway: (call) => {
    const headers = NAMES.flatMap((name) => call.header(name).flatMap((value) => [name, value]))
    const path = call.search === '' ? call.path : `${call.path}?${call.search}`
    requests.push({
      at: performance.now(),
      sentAt: Date.now(),
      variant: call.variant,
      method: call.method,
      path,
      headers,
    })
    return call.lawful.gateway(call)
  },
}

/** 50 ms more for each answer. */
export const slow: Partial<Behaviour> = { latencyMs: () => 50 }

/** One record in a synthetic list is out of its place. */
export const misplaced: Partial<Behaviour> = { aUserId: (id) => (id === 1_111_111 ? id - 1000 : id) }

/** From the 300th answer to the 700th ten times as slow. */
export const slowing: Partial<Behaviour> = { latencyMs: ({ n }) => (n > 300 && n < 700 ? 300 : 30) }

/** From 5 to 100 ms, the same for the same request. */
export const jittery: Partial<Behaviour> = { latencyMs: ({ n }) => 5 + ((n * 7919) % 96) }
