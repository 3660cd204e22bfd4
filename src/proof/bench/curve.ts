import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allRules } from '../../core/catalog.ts'
import { root } from '../../core/package.ts'
import { isBroken } from '../../core/results.ts'
import { matrixOf } from '../selfcheck/matrix.ts'
import { tryAgainst } from '../selfcheck/try-against.ts'
import { concurrently } from './concurrently.ts'

/** The saved results, which `help cost` quotes. */
export const CURVE = join(root, 'fixtures/curve.json')

/** How many faults some rule reports within a number of requests. */
export interface Caught {
  readonly requests: number
  readonly caught: number
  readonly of: number
}

const LIMITS = [25, 60, 200]
/** Every third fault, those that need timing included, which no such run can catch. */
const STEP = 3

/** Runs all rules against servers with a fault, with `--max-requests`. Takes a quarter of an hour. */
export async function measure(): Promise<string[]> {
  const rules = await allRules()
  const faults = matrixOf(rules, 'fault').filter((_, k) => k % STEP === 0)
  const curve: Caught[] = []
  for (const requests of LIMITS) {
    let caught = 0
    await concurrently(faults, async ({ rule, name, variant }) => {
      const behaviour = rules.find(({ id }) => id === rule)!.faults![name]!
      const base = { variant, rules: [], depth: 'standard', seed: 1, behaviour } as const
      const { results } = await tryAgainst({ ...base, maxRequests: requests })
      if (results.some(({ status }) => isBroken(status))) caught++
    })
    curve.push({ requests, caught, of: faults.length })
  }
  writeFileSync(CURVE, `${JSON.stringify(curve, null, 2)}\n`)
  return curve.map(({ requests, caught, of }) => `${caught} of ${of} faults within ${requests} requests`)
}
