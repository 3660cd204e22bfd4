import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes by which memory may have grown, and their share of what was in use: who holds much would do nothing else. */
const MOST = 16 * 1024 * 1024
const SHARE = 0.25

let before = 0
let isOff = false
let collect: (() => void) | undefined

/** To be called where much is made that nobody keeps: V8 itself lets garbage grow as large as what is in use. */
export function tidied(): void {
  if (isOff || used() - before < Math.max(MOST, SHARE * before)) return
  collect ??= garbageCollector()
  collect?.()
  before = used()
}

/** Where many runs go side by side, collecting would be most of the work. */
export function leaveUntidied(): void {
  isOff = true
}

function used(): number {
  const { used_heap_size: inHeap, external_memory: besides } = getHeapStatistics()
  return inHeap + besides
}

/** Node hands it out by a flag only, which all threads share: another one may have put it back just now. Then it is for the next time. */
function garbageCollector(): (() => void) | undefined {
  setFlagsFromString('--expose-gc')
  const found = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return found
}
