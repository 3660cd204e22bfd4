import { type Bench, type Metric, measureRatio } from './metric.ts'
import { undiciTime } from './overhead.ts'
import { durationOf, type LoggedRequest, runSuite, serve } from './processes.ts'

const USERS = 200_000
const MILLION = 1_000_000
/** The last pages, when the run sends nothing else. */
const PAGES = 1_500
const CONCURRENCY = 8
const RULE = 'a.users.id-ascending'
const ARGS = ['--variant', 'a', '--rule', RULE, '--depth']

export const bench: Bench = {
  what: 'pages per second through 200,000 users, beside plain undici; one record out of order in a million',
  async measure() {
    let pages: readonly LoggedRequest[] = []
    const suite = async () => {
      const server = await serve({ users: USERS })
      await runSuite([...ARGS, 'exhaustive'], server.env)
      pages = (await server.stop()).filter(({ path }) => path.includes('per_page=100')).slice(-PAGES - 1, -1)
      return durationOf(pages)
    }
    const { value, samples } = await measureRatio(suite, () => undiciTime(pages, CONCURRENCY, USERS))
    const speed = { value: 1 / value, samples: samples!.map((each) => 1 / each), atLeast: 0.8 }
    const note = `${PAGES} pages of 100, ${CONCURRENCY} at a time`
    return [{ name: 'pages per second / plain undici', ...speed, note }, await misplacedFound(), await coverage()]
  },
}

/** Whether an exhaustive run finds the record. */
async function misplacedFound(): Promise<Metric> {
  const server = await serve({ behaviours: ['log', 'misplaced'], users: MILLION })
  const { targets, requests, ms } = await runSuite([...ARGS, 'exhaustive'], server.env, [1])
  await server.stop()
  const { status } = targets[0].rules.find(({ id }: { id: string }) => id === RULE)
  const note = `${requests} requests, ${Math.round(ms / 1000)} s`
  return { name: 'one in a million, exhaustive: found', value: status === 'failed' ? 1 : 0, atLeast: 1, note }
}

/** The share of all records that a standard run reads. */
async function coverage(): Promise<Metric> {
  const server = await serve({ users: MILLION })
  await runSuite([...ARGS, 'standard'], server.env)
  const read = new Set<number>()
  for (const { path } of await server.stop()) {
    const query = new URL(path, 'http://bench').searchParams
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)]
    for (let i = (page - 1) * size; i < Math.min(MILLION, page * size); i++) read.add(i)
  }
  const note = `${read.size} records read, always those around 1,000, 10,000, 2^16 and the like`
  return { name: 'one in a million, standard: probability', value: read.size / MILLION, note }
}
