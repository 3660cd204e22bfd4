import fc, { type Arbitrary } from 'fast-check'
import { type Json, writeJson } from '../core/json.ts'

type Path = readonly (string | number)[]

/** Unexpected values, as JSON text. */
const STRANGE: readonly string[] = [
  ...[
    'null',
    'true',
    '-1',
    '0.5',
    '1e400',
    '-0',
    '9007199254740993',
    '""',
    '"\\u0000\\u001b[31m\\ud800"',
    '"__proto__"',
  ],
  ...[
    '[]',
    '{}',
    '[[[[]]]]',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":1}}',
    '{"toString":1}',
    'NaN',
    '{"length":-1}',
  ],
  ...[
    '[null]',
    '{"a":null}',
    '"1970-01-01T00:00:00Z"',
    '[0,"",{}]',
    `"${'x'.repeat(100_000)}"`,
    '['.repeat(2000) + ']'.repeat(2000),
  ],
]

/** Corrupted documents: fields missing, of another type, or duplicated; truncated; bytes changed. */
export function spoilt(document: unknown): Arbitrary<string> {
  const json = document as Json
  const paths = pathsIn(json)
  const change = fc.record({
    path: fc.constantFrom(...paths),
    to: fc.option(fc.constantFrom(...STRANGE), { nil: undefined }),
  })
  const changed = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const marks = changes.map(({ to }, i) => [`@@${i}@@`, to] as const)
    const marked = changes.reduce(
      (doc, { path }, i) => replaced(doc, path, marks[i]![1] === undefined ? undefined : marks[i]![0]),
      json,
    )
    return marks.reduce((text, [mark, to]) => text.replace(`"${mark}"`, () => to ?? ''), writeJson(marked))
  })
  const whole = writeJson(json)
  const at = fc.nat({ max: whole.length - 1 })
  const cut = at.map((end) => whole.slice(0, end))
  const flipped = fc
    .tuple(at, fc.string({ minLength: 1, maxLength: 3 }))
    .map(([i, text]) => whole.slice(0, i) + text + whole.slice(i + 1))
  const twice = fc.constantFrom(...paths.filter((path) => typeof path.at(-1) === 'string')).map((path) => {
    const name = JSON.stringify(path.at(-1))
    return whole.replace(`${name}:`, `${name}:null,${name}:`)
  })
  return fc.oneof({ weight: 6, arbitrary: changed }, cut, flipped, twice)
}

/** Texts that never were anything. */
export const noise: Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.json(),
  fc.constantFrom(
    ...STRANGE,
    '\ufeff{}',
    '['.repeat(100_000),
    '{"a":'.repeat(50_000),
    '&a [*a]',
    '- - - -',
    '%YAML 9',
    '!!js/function x',
  ),
)

function pathsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const members: (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item, i) => [i, item] as const)
    : Object.entries(value)
  return [path, ...members.flatMap(([name, item]) => pathsIn(item, [...path, name]))]
}

/** Undefined takes it away. */
function replaced(value: Json, [name, ...rest]: Path, to: Json | undefined): Json {
  if (name === undefined) return to ?? null
  if (typeof value !== 'object' || value === null) return value
  const inner = (value as Record<string | number, Json>)[name]
  if (inner === undefined) return value
  const next = rest.length === 0 ? to : replaced(inner, rest, to)
  if (Array.isArray(value)) return value.flatMap((item, i) => (i !== name ? [item] : next === undefined ? [] : [next]))
  const { [name]: _, ...others } = value as Record<string | number, Json>
  return next === undefined ? others : { ...others, [name]: next }
}
