import { isAsSaid, movedObservations, type Outcome } from './matrix.ts'

/** Renders the outcomes as text: each rule with its faults, each freedom with its changes, then the totals. */
export function renderMatrices(outcomes: readonly Outcome[], ms: number): string {
  const faults = outcomes.filter(({ entry }) => entry.kind === 'fault')
  const freedoms = outcomes.filter(({ entry }) => entry.kind === 'freedom')
  const lines = [
    ...byRule(faults),
    ...(freedoms.length > 0 ? ['', 'freedoms:'] : []),
    ...freedoms.map(freedomLine),
    ...moves(freedoms),
  ]
  return `${[...lines, '', ...sums(faults, freedoms, ms)].join('\n')}\n`
}

function byRule(faults: readonly Outcome[]): string[] {
  return [...Map.groupBy(faults, ({ entry }) => entry.rule)].flatMap(([rule, of]) => [
    `${rule}: ${of.filter(({ good }) => good).length} of ${of.length} faults caught`,
    ...of.map(faultLine),
  ])
}

function faultLine({ entry, seed, good, red, why, said, requests }: Outcome): string {
  const others = red.filter((id) => id !== entry.rule)
  const also = others.length > 0 ? `, also red: ${others.join(' ')}` : ''
  const name = `${entry.name} (seed ${seed}, ${requests} requests)`
  if (good) return `  caught ${name}${also}`
  return said === undefined ? `  MISSED ${name}: ${why}${also}` : `  missed, as declared: ${name}: ${said}${also}`
}

/** Declared misses that are obsolete, since every one of several seeds caught the fault. */
function stale(faults: readonly Outcome[]): string[] {
  return [...Map.groupBy(faults, ({ entry }) => entry.id)]
    .filter(([, of]) => of.length > 1 && of.every(({ good, said }) => good && said !== undefined))
    .map(([id, of]) => `every seed caught ${id}, although its rule says that quick depth may miss it: ${of[0]!.said}`)
}

/** Renders one outcome as a line. */
export const lineOf = (outcome: Outcome): string =>
  outcome.entry.kind === 'fault'
    ? `${outcome.entry.rule}: ${faultLine(outcome).trimStart()}`
    : freedomLine(outcome).trimStart()

function freedomLine({ entry, seed, good, changed, doubtful, why, requests }: Outcome): string {
  const summary = good ? (changed.length > 0 ? `changes ${changed.join(' ')}` : 'changes no observation') : why
  const doubt = doubtful.length > 0 ? `; ${doubtful.length} inconclusive: ${doubtful[0]}` : ''
  return `  ${good ? 'green ' : 'RED   '} ${entry.id} (seed ${seed}, ${requests} requests): ${summary}${doubt}`
}

const moves = (freedoms: readonly Outcome[]): string[] =>
  movedObservations(freedoms).map(({ entry, rule, seen }) => `  CHANGES ${rule} on ${entry}: ${seen.join(', then ')}`)

function sums(faults: readonly Outcome[], freedoms: readonly Outcome[], ms: number): string[] {
  const requests = [...faults, ...freedoms].reduce((sum, outcome) => sum + outcome.requests, 0)
  return [
    ...stale(faults),
    ...(faults.length > 0
      ? [`faults caught by their own rule: ${good(faults)} of ${faults.length}${missed(faults)}`]
      : []),
    ...(freedoms.length > 0 ? [`freedoms that failed no rule: ${good(freedoms)} of ${freedoms.length}`] : []),
    ...(new Set(freedoms.map(({ seed }) => seed)).size > 1
      ? [`observations that changed between runs: ${movedObservations(freedoms).length}`]
      : []),
    `${requests} requests in ${(ms / 1000).toFixed(1)} s`,
  ]
}

function missed(faults: readonly Outcome[]): string {
  const asSaid = faults.filter((fault) => !fault.good && isAsSaid(fault)).length
  return asSaid > 0 ? `; ${asSaid} missed, as declared` : ''
}

const good = (outcomes: readonly Outcome[]): number => outcomes.filter((outcome) => outcome.good).length
