import { basename, dirname, resolve, sep } from 'node:path'

/** A short name for each report: what its path does not share with the others. Two of one name are numbered. */
export function namesFor(paths: readonly string[]): string[] {
  const parts = paths.map((path) => folderOf(resolve(path)).split(sep))
  const shared = sharedStart(parts)
  const ends = parts.map((one) => one.slice(shared))
  const tail = sharedStart(ends.map((one) => one.toReversed()))
  return numbered(ends.map((one, i) => one.slice(0, one.length - tail).join('/') || basename(paths[i]!)))
}

/** A report.json is named by the folder that it stands in. */
const folderOf = (path: string): string =>
  basename(path) === 'report.json' ? dirname(path) : path.replace(/\.json$/, '')

function sharedStart(lists: readonly (readonly string[])[]): number {
  const most = Math.min(...lists.map((list) => list.length)) - 1
  let n = 0
  while (n < most && lists.every((list) => list[n] === lists[0]![n])) n++
  return n
}

/** Names that were given stay as they are, unless there are two of them. */
export function numbered(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const n = (seen.get(name) ?? 0) + 1
    seen.set(name, n)
    return n === 1 ? name : `${name} (${n})`
  })
}
