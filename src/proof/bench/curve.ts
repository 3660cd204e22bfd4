import type { Finding, Rule, Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { startSession } from '../../engine/session/session.ts'
import { deploy } from '../selfcheck/deployment.ts'
import { matrixOf } from '../selfcheck/matrix.ts'
import { catalogOf } from '../selfcheck/try-against.ts'

// In a process of its own: which requests catch the faults of one part of the matrix. One JSON line for each.

export interface Caught {
  readonly fault: string
  /** Requests sent when a judge first saw a violation; left out where none did. */
  readonly requests?: number
  /** Whose judge it was. */
  readonly by?: string
}

/** Servers under way at once. */
const AT_ONCE = 4

type Choice = Pick<Settings, 'depth' | 'maxRequests'>

async function catching(fault: Rule, name: string, choice: Choice): Promise<Caught> {
  const catalog = await catalogOf(fault.variant)
  const deployment = await deploy(fault.faults![name]!)
  const target = deployment.target(fault.variant)
  let first: Omit<Caught, 'fault'> = {}
  const watched = catalog.rules.map((rule) =>
    observed(rule, () => {
      if (first.by !== undefined) return
      first = { requests: session.progress().requests, by: rule.id }
      // What comes after tells no more of it.
      session.stop()
    }),
  )
  const settings: Settings = {
    ...{ targets: [target], rules: [], seed: 1, strict: true, concurrency: 16, timeout: 60_000, timing: false },
    ...{ requireComplete: false, out: '', reporters: [], record: 'failures', ...choice },
  }
  const session = startSession(settings, target, { ...catalog, rules: watched }, deployment.control)
  await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  await deployment.close()
  return { fault: `${fault.id}/${name}`, ...first }
}

/** The rule, and a word when its judge finds a violation. */
function observed(rule: Rule, onViolation: () => void): Rule {
  if (rule.kind !== 'invariant' && rule.kind !== 'trial') return rule
  const judge = (...args: [never, never, never]) => {
    const found = (rule.judge as (...args: unknown[]) => Finding | undefined)(...args)
    if (found?.kind === 'violation') onViolation()
    return found
  }
  return { ...rule, judge } as Rule
}

const [depth = 'standard', maxRequests = '', part = '0', parts = '1', step = '1'] = process.argv.slice(2)
const choice = { depth, ...(maxRequests && { maxRequests: Number(maxRequests) }) } as Choice
const rules = (await Promise.all((['a', 'b'] as Variant[]).map(catalogOf))).flatMap((catalog) => catalog.rules)
const untimed = matrixOf(rules, 'fault').filter(({ timed }) => !timed)
const mine = untimed.filter((_, i) => i % Number(step) === 0).filter((_, i) => i % Number(parts) === Number(part))
let next = 0
const work = async () => {
  while (next < mine.length) {
    const { rule, name } = mine[next++]!
    const caught = await catching(rules.find(({ id }) => id === rule)!, name, choice)
    process.stdout.write(`${JSON.stringify(caught)}\n`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
