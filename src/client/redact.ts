import { createHash } from 'node:crypto'
import type { SuppliedKey } from '../settings.ts'
import { createGlances } from './glance.ts'
import { LONG, runsOf, someRun } from './runs.ts'
import { createParts, type Parts, standIn } from './secret-parts.ts'
import { derivedFrom, type Secrets, type SecretText } from './secret-text.ts'

export interface Redactor {
  /** The text with everything gone that holds a part of a secret, or of what one exchange sent in place of a secret. */
  redact(text: string, near?: Near): string
}

/** Near-variants of secrets, worked out when they are first asked for: most answers hold nothing that could be one. */
export type Near = () => readonly string[]

/** Those in texts that are sent. */
export function nearOf(sent: readonly SecretText[], secrets: Secrets): Near {
  let near: readonly string[] | undefined
  return () => {
    near ??= sent.flatMap((text) => derivedFrom(text, secrets))
    return near
  }
}

const MASK = '****'

/** Sees secrets that are added to the map later, too. `more`: keys that are hidden, too. */
export function createRedactor(secrets: Secrets, more: readonly SuppliedKey[] = []): Redactor {
  const others = more.flatMap(({ env, value }) => derivedFrom([{ env }], new Map([[env, value]])))
  const parts = createParts(others)
  const learnt = new Set<string>(others)
  const ofNear = new WeakMap<Near, Parts>()
  const clean = new Set<string>()
  const cleanRuns = new Set<string>()
  const glances = createGlances()
  let known = 0
  // A map keeps its order, so that what was added stands at its end.
  const learn = (): void => {
    if (known === secrets.size) return
    const texts = [...secrets.keys()].slice(known).flatMap((env) => derivedFrom([{ env }], secrets))
    for (const text of texts) parts.add(text)
    for (const text of texts) learnt.add(text)
    known = secrets.size
    clean.clear()
    cleanRuns.clear()
  }
  const partsOf = (near: Near): Parts => {
    const own = ofNear.get(near) ?? createParts(near().filter((text) => !learnt.has(text)))
    ofNear.set(near, own)
    return own
  }
  const holdsSecret = (text: string, from: number, to: number, own: Parts): boolean => {
    const run = text.slice(from, to)
    if (!cleanRuns.has(run)) {
      if (standIn(run, parts)) return true
      // A part of a long text keeps all of it in memory.
      if (text.length <= LONG && cleanRuns.size < MOST_CLEAN) cleanRuns.add(run)
    }
    return !own.isEmpty() && standIn(run, own)
  }
  /** What is long takes long to look through, and often comes again: a picture in each record, say. */
  const isClean = (text: string, own: Parts): boolean => {
    const some = (holds: (run: string) => boolean) => someRun(text, runsOf(text), holds)
    const digest = createHash('sha256').update(text).digest('base64')
    if (!clean.has(digest)) {
      if (some((run) => standIn(run, parts))) return false
      if (clean.size < MOST_CLEAN) clean.add(digest)
    }
    return own.isEmpty() || !glances.at(digest, text.length, some).mayHold(own)
  }
  return {
    redact(text, near = NOTHING) {
      learn()
      const runs = runsOf(text, (from, to) => isClean(text.slice(from, to), partsOf(near)))
      if (runs.length === 0) return text
      const own = partsOf(near)
      const secret: number[] = []
      for (let i = 0; i < runs.length; i += 2)
        if (holdsSecret(text, runs[i]!, runs[i + 1]!, own)) secret.push(runs[i]!, runs[i + 1]!)
      return mask(text, secret)
    },
  }
}

const NOTHING: Near = () => []
/** Digests of long texts without a secret, and short runs without one. */
const MOST_CLEAN = 1000

/** `places`: from, to, from, to. */
function mask(text: string, places: readonly number[]): string {
  let masked = ''
  let done = 0
  for (let i = 0; i < places.length; i += 2) {
    masked += text.slice(done, places[i]) + MASK
    done = places[i + 1]!
    // A backslash at the end belongs to the character after it: JSON stays JSON.
    while (text[done - 1] === '\\') done--
  }
  return masked + text.slice(done)
}
