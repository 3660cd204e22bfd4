import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalog, home } from '../../core/catalog.ts'

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Over names and contents of the suite's code. Sources and compiled files have different digests. */
export function suiteDigest(): string {
  const hash = createHash('sha256')
  for (const folder of ['src', 'suites']) {
    const names = readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
    for (const name of names.sort())
      hash
        .update(`${name.slice(home.length)}\0`)
        .update(readFileSync(name))
        .update('\0')
  }
  return hash.digest('hex')
}

/** Over the ids, levels, titles and clauses of all rules. */
export function catalogDigest(catalogs: readonly Pick<Catalog, 'rules'>[]): string {
  const lines = catalogs
    .flatMap(({ rules }) => rules)
    .map(({ id, level, title, clauses }) => [id, level, title, ...clauses].join('\t'))
  return sha256(lines.sort().join('\n'))
}
