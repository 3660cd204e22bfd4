import type { Catalog } from '../core/catalog.ts'
import type { Exchange, Req } from '../core/exchange.ts'
import { inApiKey, whole } from '../core/key-format.ts'
import type { Preflight } from '../core/preflight.ts'
import type { RuleResult, TargetResult } from '../core/results.ts'
import type { RuleDefinition } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import type { Surface } from '../core/surface.ts'
import type { Target } from '../core/target.ts'
import type { ControlSource } from '../engine/control/control-source.ts'
import { type Extras, startSession } from '../engine/session/session.ts'

const KEY = `acme_${'a1'.repeat(8)}_${'0f'.repeat(32)}`

export const get = (target: Target, path: string, query: Req['query'] = []): Req => ({
  endpoint: path,
  path,
  query,
  credential: inApiKey(whole(target.keys.active), 'active'),
})

/** What every small rule of a test has alike. */
export const about = {
  level: 'stated',
  title: 'a rule of a test',
  clauses: ['1'],
  tried: 'by a test',
  meaning: 'nothing',
  causes: ['a test'],
} as const

/** Settings of a run that a test starts itself. */
export const SETTINGS: Settings = {
  targets: [],
  depth: 'standard',
  rules: [],
  seed: 1,
  concurrency: 8,
  timeout: 2000,
  strict: false,
  requireComplete: false,
  timing: false,
  out: '',
  reporters: [],
  record: 'failures',
}

/** Nothing is documented. */
export const NO_SURFACE: Surface = { endpoints: [], parameters: [], credentials: {}, requests: () => [] }

export interface Options extends Partial<Settings> {
  readonly preflight?: Preflight
  readonly surface?: Surface
  readonly baseUrl: string
  readonly source?: ControlSource
  readonly patience?: Extras['patience']
  readonly quietMs?: number
  /** Called with each session as it starts. */
  readonly onStart?: (session: ReturnType<typeof startSession>) => void
}

export interface Ran {
  readonly results: Record<string, RuleResult>
  readonly requests: number
  readonly stopped?: string
  readonly cut?: TargetResult['cut']
  readonly leftovers: readonly string[]
}

/** Runs a catalogue made up by a test; results by id. */
export async function run(
  definitions: Readonly<Record<string, RuleDefinition>>,
  {
    preflight = async () => ({ learnt: {} }),
    surface = NO_SURFACE,
    baseUrl,
    source,
    onStart,
    patience,
    quietMs,
    ...more
  }: Options,
): Promise<Ran> {
  const rules = Object.entries(definitions).map(([id, rule]) => ({ ...rule, id, variant: 'a' as const }))
  const reference = { 1: { section: '1', text: 'A clause.' } }
  const catalog: Catalog = { variant: 'a', rules, reference, preflight, surface, caseOrder: [] }
  const supplied = {
    variant: 'a',
    baseUrl,
    keys: { active: { env: 'TENANT_A_KEY', value: KEY } },
    ordered: false,
    noScopeEndpoints: [],
  } as const
  const session = startSession({ ...SETTINGS, ...more }, supplied, catalog, source, undefined, { patience, quietMs })
  onStart?.(session)
  const results = await Promise.all(rules.map(async ({ id }) => [id, await session.result(id)] as const))
  const { requests } = session.progress()
  await session.close()
  return {
    results: Object.fromEntries(results),
    requests,
    stopped: session.stopped(),
    cut: session.cut(),
    leftovers: session.leftovers(),
  }
}

export const statusOf = (x: Exchange): number | undefined => x.response?.status
