import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Every file below a folder, by its path in it, with what was packed and coded in it as well. */
export function readFolder(folder: string): [name: string, text: string][] {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return files.map((file) => {
    const path = join(file.parentPath, file.name)
    const bytes = readFileSync(path)
    return [path.slice(folder.length + 1), opened((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())]
  })
}

/** The text, and what it contains in base64. */
export function opened(text: string): string {
  const coded = text.match(/[A-Za-z0-9+/_-]{40,}={0,2}/g) ?? []
  return [text, ...coded.map((code) => Buffer.from(code, 'base64').toString('latin1'))].join('\n')
}
