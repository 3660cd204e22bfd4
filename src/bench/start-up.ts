import { type Bench, byTurns, ratio, TIMES } from './figure.ts'
import { runNode, runSuite, serve } from './processes.ts'

/** What a run costs before its first request. */
export const bench: Bench = {
  name: 'start-up',
  what: 'from the start of the process to the first request, beside that of an empty node',
  async measure() {
    const suite = async () => {
      const server = await serve()
      const begun = Date.now()
      await runSuite(['--depth', 'quick', '--rule', 'a.auth.missing-key', '--rule', 'b.auth.missing-key'], server.env)
      const [first] = await server.stop()
      return first!.sentAt - begun
    }
    const empty = async () => (await runNode(['-e', '0'])).ms
    const { ones, others } = await byTurns(suite, empty, 2 * TIMES)
    const note = `${Math.round(Math.min(...ones))} ms at best, where node takes ${Math.round(Math.min(...others))}`
    // 0.6 s where node takes 0.04.
    return [{ bench: 'start-up', name: 'first request / node -e 0', ...ratio(ones, others), atMost: 15, note }]
  },
}
