import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes in use, up to which nothing is done: collecting would be a fifth of the work of a run that is through in seconds. */
const FIRST = 52 * 1024 * 1024
/** Bytes by which they may grow from then on, and their share of what was in use: who holds much would do nothing else. */
const MOST = 16 * 1024 * 1024
const SHARE = 0.25
/** From then on V8 collects by itself, beside us, once what is old has grown by so many percent: otherwise it waits for several times that. */
const GROWTH = 50

let limit = FIRST
let isOff = false
let isOurs = false
let collect: (() => void) | undefined

/** Bytes that an answer leaves behind, besides several times its own; a look whether there is too much costs a hundredth of reading one. */
const EACH = 64 * 1024
const TIMES = 8
const LOOK = 2 * 1024 * 1024
let made = 0

/** The same where an answer of so many bytes was read. */
export function tidiedAfter(bytes: number): void {
  made += EACH + TIMES * bytes
  if (made < LOOK) return
  made = 0
  tidied()
}

/** To be called where much is made that nobody keeps: V8 itself lets garbage grow as large as what is in use. */
export function tidied(): void {
  if (isOff || used() < limit || used() - young() < limit) return
  if (limit === FIRST && isOurs) setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  collect ??= garbageCollector()
  collect?.()
  limit = used() + Math.max(MOST, SHARE * used())
}

/** The process is of the command: how V8 collects in it is ours to say. */
export function tidyAll(): void {
  isOurs = true
}

/** Where many runs go side by side, collecting would be most of the work. */
export function leaveUntidied(): void {
  isOff = true
}

function used(): number {
  const { used_heap_size: inHeap, external_memory: besides } = getHeapStatistics()
  return inHeap + besides
}

/** What is young is collected soon enough. */
function young(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_used_size ?? 0
}

/** Node hands it out by a flag only, which all threads share: another one may have put it back just now. Then it is for the next time. */
function garbageCollector(): (() => void) | undefined {
  setFlagsFromString('--expose-gc')
  const found = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return found
}
