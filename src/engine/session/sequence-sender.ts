import type { Exchange, Req } from '../../core/exchange.ts'
import type { Client } from '../../http/client.ts'
import { createQueue } from '../../http/queue.ts'

/** Number of connections that sequences share. A rule may send dozens of sequences. */
const CONNECTIONS = 6

/** Sends requests one after the other on one connection. */
export type SequenceSender = (reqs: readonly Req[], rule: string, slot: string, rank: number) => Promise<Exchange[]>

/** Send each sequence over a connection that it has exclusively until it ends. */
export function createSequenceSender(client: Client): SequenceSender {
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
