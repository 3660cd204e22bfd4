import type { Exchange, Req } from '../../core/exchange.ts'
import type { Client } from '../../http/client.ts'
import { createQueue } from '../../http/queue.ts'

/** Connections that sequences take turns on. A rule may send dozens of them, each of some requests one after the other. */
const CONNECTIONS = 6

export type Sequences = (reqs: readonly Req[], rule: string, slot: string, rank: number) => Promise<Exchange[]>

/** Sends sequences, each over one connection that it has for itself as long as it lasts. */
export function createSequences(client: Client): Sequences {
  const { run } = createQueue(CONNECTIONS)
  const idle: Client[] = []
  return (reqs, rule, slot, rank) =>
    run(async () => {
      const single = idle.pop() ?? client.alone()
      try {
        const exchanges: Exchange[] = []
        for (const req of reqs) exchanges.push(await single.send(req, rule, { slot, rank }))
        return exchanges
      } finally {
        idle.push(single)
      }
    })
}
