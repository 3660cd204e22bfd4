import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TooLarge } from './decode-body.ts'
import { createShelf } from './shelf.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelf-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** More than what is at hand. */
const SIZE = 3 * 1024 * 1024
const text = (k: number) => String.fromCharCode(97 + k).repeat(SIZE)

test('gives back what was put on it, from memory and from a file without a name', () => {
  const shelf = createShelf({ inMemory: SIZE, folder })
  const kept = [0, 1, 2, 3].map((k) => shelf.keep(Buffer.from(text(k)), String, text(k)))
  expect(readdirSync(folder)).toEqual([])
  for (const k of [0, 3, 1, 2, 2]) expect(kept[k]!() === text(k)).toBe(true)
})

test('what is made of it is made again once others were asked for', () => {
  const shelf = createShelf({ folder })
  let made = 0
  const one = shelf.again(SIZE, () => ++made, 0)
  const others = [1, 2].map((k) => shelf.again(SIZE, () => k, k))
  expect([one(), one(), others[0]!(), others[1]!(), others[0]!(), one()]).toEqual([1, 1, 1, 2, 1, 2])
})

test.for([0, 4 * SIZE])('so is what stands in a file, with %i bytes kept in memory', (inMemory) => {
  const shelf = createShelf({ inMemory, folder })
  let made = 0
  const kept = [0, 1, 2].map((k) => shelf.keep(Buffer.from(text(k)), () => ++made, 0))
  for (const one of [...kept, ...kept]) one()
  expect(made).toBe(6)
})

test('what there is no room for is too large', () => {
  const full = createShelf({ inMemory: 0, onDisk: SIZE, folder })
  expect(() => full.keep(Buffer.from(text(0)), String, '')).toThrow(TooLarge)
  const nowhere = createShelf({ inMemory: 0, folder: join(folder, 'not there') })
  expect(() => nowhere.keep(Buffer.from(text(0)), String, '')).toThrow(/hold more than can be kept \(ENOENT/)
})
