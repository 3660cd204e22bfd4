import { createHash } from 'node:crypto'
import type { SuppliedKey } from '../settings.ts'
import { readings } from './readings.ts'
import { createParts, PART, type Parts } from './secret-parts.ts'
import { derivedFrom, type Secrets } from './secret-text.ts'
import { tidied } from './tidied.ts'

export interface Redactor {
  /** The text with everything gone that holds a part of a secret, or of `near`: what one exchange sent in place of a secret. */
  redact(text: string, near?: readonly string[]): string
}

const MASK = '****'

/** Sees secrets that are added to the map later, too. `more`: keys that are hidden, too. */
export function createRedactor(secrets: Secrets, more: readonly SuppliedKey[] = []): Redactor {
  const others = more.flatMap(({ env, value }) => derivedFrom([{ env }], new Map([[env, value]])))
  const parts = createParts(others)
  const learnt = new Set<string>(others)
  const ofNear = new WeakMap<readonly string[], Parts>()
  const clean = new Set<string>()
  let known = 0
  // A map keeps its order, so that what was added stands at its end.
  const learn = (): void => {
    if (known === secrets.size) return
    const texts = [...secrets.keys()].slice(known).flatMap((env) => derivedFrom([{ env }], secrets))
    for (const text of texts) parts.add(text)
    for (const text of texts) learnt.add(text)
    known = secrets.size
    clean.clear()
  }
  const partsOf = (near: readonly string[]): Parts => {
    const own = ofNear.get(near) ?? createParts(near.filter((text) => !learnt.has(text)))
    ofNear.set(near, own)
    return own
  }
  /** What is long takes long to look through, and often comes again: a picture in each record, say. */
  const holdsSecret = (run: string): boolean => {
    if (run.length <= PIECE) return stands(run, parts)
    const digest = createHash('sha256').update(run).digest('base64')
    if (clean.has(digest)) return false
    if (stands(run, parts)) return true
    if (clean.size < MOST_CLEAN) clean.add(digest)
    return false
  }
  return {
    redact(text, near = NOTHING) {
      const runs = longRuns(text)
      if (runs.length === 0) return text
      learn()
      const own = partsOf(near)
      const isSecret = ([from, to]: Run) => {
        const run = text.slice(from, to)
        return holdsSecret(run) || (!own.isEmpty() && stands(run, own))
      }
      return mask(text, runs.filter(isSecret))
    },
  }
}

const NOTHING: readonly string[] = []
/** Characters of a run that are looked through at once, and of those that are looked at twice so that no secret is cut in two. */
const PIECE = 64 * 1024
const OVERLAP = 4096
/** Digests of long runs without a secret. */
const MOST_CLEAN = 1000

function stands(run: string, parts: Parts): boolean {
  for (let from = 0; from < run.length; from += PIECE) {
    if (readings(run.slice(from, from + PIECE + OVERLAP)).some(parts.stand)) return true
    if (run.length > PIECE) tidied()
  }
  return false
}

type Run = readonly [from: number, to: number]

/** Characters of hex, base64, and of JSON and URL escapes. `_` is not one of them, so that key ids stay readable. */
const IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/[0-9A-Za-z\\%]/.test(String.fromCharCode(code)) ? 1 : 0))

/**
 * Where the text has at least `PART` such characters in a row. Ordinary bodies have hardly any, and most characters are
 * not looked at: when a run ends, the character at the earliest end of the next one is looked at first.
 */
function longRuns(text: string): Run[] {
  const runs: Run[] = []
  for (let start = 0; start + PART <= text.length; ) {
    let i = start + PART - 1
    while (i >= start && IN_RUN[text.charCodeAt(i)]) i--
    if (i >= start) start = i + 1
    else {
      let to = start + PART
      while (IN_RUN[text.charCodeAt(to)]) to++
      runs.push([start, to])
      start = to
    }
  }
  return runs
}

function mask(text: string, runs: readonly Run[]): string {
  let masked = ''
  let done = 0
  for (const [from, to] of runs) {
    masked += text.slice(done, from) + MASK
    done = to
    // A backslash at the end belongs to the character after it: JSON stays JSON.
    while (text[done - 1] === '\\') done--
  }
  return masked + text.slice(done)
}
