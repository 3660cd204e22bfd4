import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONG, runsOf } from './runs.ts'
import { PART } from './secret-parts.ts'

const placesOf = (text: string) => {
  const places = [...text.matchAll(new RegExp(`[0-9A-Za-z\\\\%]{${PART},}`, 'g'))]
  return places.flatMap(({ index, 0: run }) => [index, index + run.length])
}
const piece = fc.oneof(
  fc.constantFrom('"', '+', ' ', '_', 'é', '\\', '%'),
  fc.nat({ max: 3 * PART }).map((length) => 'x'.repeat(length)),
)
/** Of characters between quotation marks, some of them more than are asked for at once. */
const long = fc.array(fc.tuple(fc.array(piece, { maxLength: 8 }), fc.constantFrom(1, 200)), { maxLength: 5 })
const written = (parts: [string[], number][]) => parts.map(([pieces, times]) => pieces.join('').repeat(times)).join('"')

test('are those that a plain search finds, in short texts and in long ones', () => {
  fc.assert(
    fc.property(long, (parts) => {
      const text = written(parts)
      expect(runsOf(text)).toEqual(placesOf(text))
    }),
  )
})

test('whatever is long between two quotation marks is asked for, whole and once, and only then passed over', () => {
  fc.assert(
    fc.property(long, (parts) => {
      const text = written(parts)
      const asked: string[] = []
      const passed: [number, number][] = []
      const runs = runsOf(text, (from, to) => {
        asked.push(text.slice(from, to))
        const pass = asked.length % 2 === 1
        if (pass) passed.push([from, to])
        return pass
      })
      const isPassed = (place: number) => passed.some(([from, to]) => place >= from && place <= to)
      expect(asked).toEqual(text.split('"').filter(({ length }) => length > LONG))
      expect(runs).toEqual(placesOf(text).filter((place) => !isPassed(place)))
    }),
  )
})
