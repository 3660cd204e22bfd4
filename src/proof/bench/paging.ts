import { writeFileSync } from 'node:fs'
import { type Bench, byTurns, type Figure, ratio } from './figure.ts'
import { file, type Logged, runNode, runSuite, serve, span, temporary } from './processes.ts'

const USERS = 200_000
const MILLION = 1_000_000
/** Pages of the walk's end, where nothing else of the run is sent any more. */
const PAGES = 1_500
const RULE = ['--variant', 'a', '--rule', 'a.users.id-ascending']

/** The walk through a long list, and what it finds there. */
export const bench: Bench = {
  name: 'paging',
  what: 'a walk through 200,000 users beside a loop of bare undici; one record out of place in a million',
  async measure() {
    let walked: readonly Logged[] = []
    const suite = async () => {
      const server = await serve({ users: USERS })
      await runSuite([...RULE, '--depth', 'exhaustive'], server.env)
      const pages = (await server.stop()).filter(({ path }) => path.includes('per_page=100'))
      walked = pages.slice(-PAGES - 1, -1)
      return span(walked)
    }
    const bare = async () => {
      const server = await serve({ users: USERS })
      const path = temporary()
      writeFileSync(path, JSON.stringify(walked))
      await runNode([file('src/proof/bench/bare.ts'), new URL(server.env.TENANT_A_BASE_URL!).origin, path, '8'])
      return span(await server.stop())
    }
    const { ones, others } = await byTurns(suite, bare)
    const throughput = { ...ratio(others, ones), atLeast: 0.8, note: `${PAGES} pages of 100, 8 at a time` }
    return [{ bench: 'paging', name: 'pages a second / bare undici', ...throughput }, await found(), await chance()]
  },
}

/** At exhaustive depth the one record is found. */
async function found(): Promise<Figure> {
  const server = await serve({ behaviours: ['log', 'misplaced'], users: MILLION })
  const { targets, requests, ms } = await runSuite([...RULE, '--depth', 'exhaustive'], server.env, [1])
  await server.stop()
  const failed = targets[0].rules.find((rule: { id: string }) => rule.id === RULE[3]).status === 'failed'
  const note = `${requests} requests, ${Math.round(ms / 1000)} s`
  return { bench: 'paging', name: 'one in a million, exhaustive: found', value: failed ? 1 : 0, atLeast: 1, note }
}

/** At standard depth: the part of all places at which two neighbours are seen on two pages that are compared. */
async function chance(): Promise<Figure> {
  const server = await serve({ users: MILLION })
  await runSuite([...RULE, '--depth', 'standard'], server.env)
  const seen = new Set<number>()
  for (const { path } of await server.stop()) {
    const query = new URL(path, 'http://bench').searchParams
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)]
    for (let i = (page - 1) * size; i < Math.min(MILLION, page * size); i++) seen.add(i)
  }
  const note = `${seen.size} records are looked at; those around 1,000, 10,000, 2^16 and the like always`
  return { bench: 'paging', name: 'one in a million, standard: chance anywhere', value: seen.size / MILLION, note }
}
