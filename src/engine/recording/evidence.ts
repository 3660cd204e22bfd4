import type { Exchange } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'

/** Marks an object that stands for something that JSON does not have. */
const MARK = '$'

type Marked = { readonly [MARK]: string; readonly [member: string]: Json }

/** What a rule gathered, as JSON: exchanges by their numbers, the rest as it is. Throws on what cannot be read back. */
export function packed(value: unknown): Json {
  if (value === undefined) return { [MARK]: 'undefined' }
  if (typeof value === 'bigint') return { [MARK]: 'bigint', text: String(value) }
  if (typeof value === 'number') return packedNumber(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value !== 'object') throw new Error(`a ${typeof value} cannot be recorded`)
  if (isExchange(value)) return { [MARK]: 'exchange', n: value.n }
  if (Array.isArray(value)) return Array.from(value, packed)
  if (value instanceof Map) return { [MARK]: 'map', entries: [...value].map((pair) => pair.map(packed)) }
  if (value instanceof Set) return { [MARK]: 'set', items: [...value].map(packed) }
  if (value instanceof Date) return { [MARK]: 'date', ms: value.getTime() }
  if (!isPlain(value)) throw new Error(`an object of ${value.constructor?.name} cannot be recorded`)
  const members = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, packed(item)]))
  return MARK in value ? { [MARK]: 'object', members } : members
}

/** JSON has no NaN, no infinity and no negative zero; of integers beyond 2^53 it does not tell which kind they were. */
function packedNumber(value: number): Json {
  const lost = Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  if (Number.isFinite(value) && !lost) return value
  return { [MARK]: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isExchange = (value: object): value is Exchange => 'n' in value && 'req' in value && 'sentAt' in value

/** The inverse. `find` gives the exchange of a number, and throws where it is not there. */
export function unpacked(json: Json, find: (n: number) => Exchange): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((item) => unpacked(item, find))
  const members = json as { readonly [name: string]: Json }
  if (MARK in members) return unmarked(members as Marked, find)
  return unpackedMembers(members, find)
}

const unpackedMembers = (members: { readonly [name: string]: Json }, find: (n: number) => Exchange) =>
  Object.fromEntries(Object.entries(members).map(([name, item]) => [name, unpacked(item, find)]))

function unmarked({ [MARK]: kind, ...more }: Marked, find: (n: number) => Exchange): unknown {
  const items = (list: Json | undefined) => (list as readonly Json[]).map((item) => unpacked(item, find))
  if (kind === 'undefined') return undefined
  if (kind === 'bigint') return BigInt(String(more.text))
  if (kind === 'number') return Number(more.text)
  if (kind === 'date') return new Date(Number(more.ms))
  if (kind === 'exchange') return find(Number(more.n))
  if (kind === 'map') return new Map(items(more.entries) as [unknown, unknown][])
  if (kind === 'set') return new Set(items(more.items))
  if (kind === 'object') return unpackedMembers(more.members as { readonly [name: string]: Json }, find)
  throw new Error(`a recording of another form: ${kind}`)
}
