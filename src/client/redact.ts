import { derivedFrom, type SecretText, type Secrets } from './secret-text.ts'

export interface Redactor {
  /** The text with everything gone that holds a part of a secret, or of `near`: what one exchange sent in place of a secret. */
  redact(text: string, near?: readonly string[]): string
}

/** So many characters in a row tell that a text comes from a secret. Key ids, which are open, are as long and share none. */
const PART = 16
const MASK = '****'

/** Sees secrets that are added to the map later, too. */
export function createRedactor(secrets: Secrets): Redactor {
  let parts = new Set<string>()
  let known = 0
  const partsOfSecrets = (): ReadonlySet<string> => {
    if (known === secrets.size) return parts
    known = secrets.size
    parts = partsOf([...secrets.keys()].flatMap((env) => derivedFrom([{ env }], secrets)))
    return parts
  }
  return {
    redact(text, near = []) {
      const runs = longRuns(text)
      if (runs.length === 0) return text
      const all = near.length ? partsOfSecrets().union(partsOf(near)) : partsOfSecrets()
      return mask(text, runs.filter(([from, to]) => holdsPart(text.slice(from, to), all)))
    },
  }
}
