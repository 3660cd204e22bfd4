import { median } from '../../core/median.ts'
import { type Bench, measureRatio, SAMPLES } from './metric.ts'
import { file, runNode, serve, temporary, withoutControl } from './processes.ts'

/** Without preloaded modules, which would take time to load. */
const RUN = [file('src/cli/bin.js'), 'run', '--no-timing', '--seed', '1', '--depth', 'quick', '--reporter', 'json']
const RULES = ['--rule', 'a.auth.missing-key', '--rule', 'b.auth.missing-key']

export const bench: Bench = {
  what: 'from the start of the process to its first request, over the run time of an empty node script',
  async measure() {
    const suite = async () => {
      const server = await serve()
      const start = Date.now()
      await runNode([...RUN, ...RULES, '--out', temporary()], withoutControl(server.env))
      const [first] = await server.stop()
      return first!.sentAt - start
    }
    const { pairs, ...ratio } = await measureRatio(suite, async () => (await runNode(['-e', '0'])).ms, 2 * SAMPLES)
    const times = (side: 0 | 1) => pairs.map((pair) => pair[side])
    const [run, node] = ([0, 1] as const).map((side) => Math.round(median(times(side))))
    const note = `${run} ms, at best ${Math.round(Math.min(...times(0)))}; node: ${node} ms`
    // 0.6 s where node takes 0.04 s.
    return [{ name: 'first request / node -e 0', ...ratio, atMost: 15, note }]
  },
}
