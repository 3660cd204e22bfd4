import { median } from '../../core/median.ts'
import { type Bench, byTurns, ratio, TIMES } from './figure.ts'
import { file, runNode, serve, temporary, withoutControl } from './processes.ts'

/** Nothing is hooked into the process: that would be loaded, too. */
const RUN = [file('src/cli/bin.js'), 'run', '--no-timing', '--seed', '1', '--depth', 'quick', '--reporter', 'json']
const RULES = ['--rule', 'a.auth.missing-key', '--rule', 'b.auth.missing-key']

/** What a run costs before its first request. */
export const bench: Bench = {
  name: 'start-up',
  what: 'from the start of the process to the first request, beside that of an empty node',
  async measure() {
    const suite = async () => {
      const server = await serve()
      const begun = Date.now()
      await runNode([...RUN, ...RULES, '--out', temporary()], withoutControl(server.env))
      const [first] = await server.stop()
      return first!.sentAt - begun
    }
    const empty = async () => (await runNode(['-e', '0'])).ms
    const { ones, others } = await byTurns(suite, empty, 2 * TIMES)
    const of = (times: readonly number[]) =>
      `${Math.round(median(times))} ms, ${Math.round(Math.min(...times))} at best`
    const note = `${of(ones)}; node: ${of(others)}`
    // 0.6 s where node takes 0.04.
    return [{ bench: 'start-up', name: 'first request / node -e 0', ...ratio(ones, others), atMost: 15, note }]
  },
}
