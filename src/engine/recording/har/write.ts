import { closeSync, openSync, writeSync } from 'node:fs'
import { inertJson } from '../../../core/inert.ts'
import { type Json, writeJson } from '../../../core/json.ts'
import { suite } from '../../../core/package.ts'
import { beside, discard, putInPlace } from '../../../core/write-atomically.ts'
import type { Header } from '../format.ts'
import { placeholderSecrets } from '../placeholder-secrets.ts'
import { readLines } from '../read-recording.ts'
import { harEntry } from './entry.ts'
import type { HarEntry, HarPage } from './types.ts'

export const HAR_FILE = 'exchanges.har'

/**
 * Write recordings as HAR 1.2 with one page per rule. Entries are streamed: a whole run may not fit in memory.
 * `titles`: rule titles by id.
 */
export async function writeHar(
  path: string,
  tapes: readonly string[],
  titles: ReadonlyMap<string, string>,
): Promise<void> {
  const fd = openSync(beside(path), 'w', 0o600)
  try {
    const pages = new Map<string, HarPage>()
    let separator = ''
    writeSync(fd, `{"log":{"version":"1.2","creator":${JSON.stringify(CREATOR)},"entries":[`)
    for (const tape of tapes)
      for await (const entry of entriesOf(tape)) {
        const { pageref, startedDateTime } = entry
        if (!pages.has(pageref)) pages.set(pageref, pageOf(pageref, startedDateTime, titles.get(pageref)))
        writeSync(fd, `${separator}\n${inertJson(writeJson(entry as unknown as Json))}`)
        separator = ','
      }
    writeSync(fd, `\n],"pages":${JSON.stringify([...pages.values()])}}}\n`)
    closeSync(fd)
    putInPlace(path)
  } catch (error) {
    discard(path)
    throw error
  }
}

const CREATOR = { name: suite.name, version: suite.version }

const pageOf = (id: string, startedDateTime: string, title?: string): HarPage => ({
  startedDateTime,
  id,
  title: title === undefined ? id : `${id}: ${title}`,
  pageTimings: {},
})

async function* entriesOf(tape: string): AsyncGenerator<HarEntry> {
  const secrets = new Map<string, string>()
  let options: Header['curlWay']
  for await (const { header, key, exchange } of readLines(tape)) {
    if (header) options = header.curlWay
    if (key) for (const [env, text] of placeholderSecrets([key])) secrets.set(env, text)
    if (exchange) yield harEntry(exchange, secrets, options)
  }
}
