import type { Exchange } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { Stopped } from '../../core/stopped.ts'
import type { CaseTools } from '../session/case-tools.ts'
import type { RecordedEvidence } from './format.ts'
import type { Recorder } from './recorder.ts'

type Watching = Pick<CaseTools, 'sent' | 'steps' | 'unanswered' | 'refused' | 'cut' | 'deep'>

/** Gather the evidence of a case and record the outcome. `always`: also record a case without control calls. */
export async function recordEvidence<E>(
  gather: () => Promise<E>,
  tools: Watching,
  always: boolean,
  slot: string,
  recorder: Recorder,
): Promise<E> {
  const record = (more: () => Pick<RecordedEvidence, 'value' | 'thrown' | 'cut'>) => {
    // A case without control calls can be judged from its exchanges.
    if (always || tools.steps().length > 0) recorder.evidence({ ...stateOf(tools, slot), ...more() })
  }
  try {
    const evidence = await gather()
    record(() => encoded(evidence))
    return evidence
  } catch (error) {
    const cut = error instanceof Stopped && ({ cut: true } as const)
    record(() => ({ thrown: error instanceof Error ? error.message : String(error), ...cut }))
    throw error
  }
}

function stateOf(
  { sent, steps, unanswered, refused, cut, deep }: Watching,
  slot: string,
): Omit<RecordedEvidence, 'value' | 'thrown'> {
  const [unjudged, refusal] = [unanswered(), refused()]
  return {
    slot,
    steps: steps(),
    sent: sent.map(({ n }) => n),
    ...(unjudged !== undefined && { unanswered: unjudged }),
    ...(refusal !== undefined && { refused: refusal }),
    ...(cut() && { cut: true as const }),
    ...(deep() && { deep: true as const }),
  }
}

/** Evidence that cannot be encoded must not fail the run. */
function encoded(evidence: unknown): Pick<RecordedEvidence, 'value' | 'thrown'> {
  try {
    return { value: packEvidence(evidence) }
  } catch (error) {
    return { thrown: `the recording lacks the evidence of the rule: ${(error as Error).message}` }
  }
}

/** Property that marks an object as the encoding of a value JSON cannot express. */
const MARK = '$'

type Marked = { readonly [MARK]: string; readonly [property: string]: Json }

/** Encode the evidence of a rule as JSON, with exchanges by number. Throws on a value that cannot be decoded again. */
export function packEvidence(value: unknown): Json {
  if (value === undefined) return { [MARK]: 'undefined' }
  if (typeof value === 'bigint') return { [MARK]: 'bigint', text: String(value) }
  if (typeof value === 'number') return packedNumber(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value !== 'object') throw new Error(`a ${typeof value} cannot be recorded`)
  if (isExchange(value)) return { [MARK]: 'exchange', n: value.n }
  if (Array.isArray(value)) return Array.from(value, packEvidence)
  if (value instanceof Map) return { [MARK]: 'map', entries: [...value].map((pair) => pair.map(packEvidence)) }
  if (value instanceof Set) return { [MARK]: 'set', items: [...value].map(packEvidence) }
  if (value instanceof Date) return { [MARK]: 'date', ms: value.getTime() }
  if (!isPlain(value)) throw new Error(`an instance of ${value.constructor?.name} cannot be recorded`)
  const properties = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, packEvidence(item)]))
  return MARK in value ? { [MARK]: 'object', members: properties } : properties
}

/** JSON has no NaN, infinity or negative zero, and the parser turns integers beyond 2^53 into bigints. */
function packedNumber(value: number): Json {
  const isLossy = Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  if (Number.isFinite(value) && !isLossy) return value
  return { [MARK]: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isExchange = (value: object): value is Exchange => 'n' in value && 'req' in value && 'sentAt' in value

/** Decode what `packed` wrote. `find` returns the exchange with a number, and throws if there is none. */
export function unpackEvidence(json: Json, find: (n: number) => Exchange): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((item) => unpackEvidence(item, find))
  const properties = json as { readonly [name: string]: Json }
  if (MARK in properties) return unmarked(properties as Marked, find)
  return unpackedProperties(properties, find)
}

const unpackedProperties = (properties: { readonly [name: string]: Json }, find: (n: number) => Exchange) =>
  Object.fromEntries(Object.entries(properties).map(([name, item]) => [name, unpackEvidence(item, find)]))

function unmarked({ [MARK]: kind, ...more }: Marked, find: (n: number) => Exchange): unknown {
  const items = (list: Json | undefined) => (list as readonly Json[]).map((item) => unpackEvidence(item, find))
  if (kind === 'undefined') return undefined
  if (kind === 'bigint') return BigInt(String(more.text))
  if (kind === 'number') return Number(more.text)
  if (kind === 'date') return new Date(Number(more.ms))
  if (kind === 'exchange') return find(Number(more.n))
  if (kind === 'map') return new Map(items(more.entries) as [unknown, unknown][])
  if (kind === 'set') return new Set(items(more.items))
  if (kind === 'object') return unpackedProperties(more.members as { readonly [name: string]: Json }, find)
  throw new Error(`unknown encoding in the recording: ${kind}`)
}
