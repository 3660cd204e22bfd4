import { basename, dirname, resolve, sep } from 'node:path'

/** Short names for reports: the part of each path that the others do not share. Duplicates are numbered. */
export function namesFor(paths: readonly string[]): string[] {
  const parts = paths.map((path) => folderOf(resolve(path)).split(sep))
  const shared = sharedStart(parts)
  const ends = parts.map((one) => one.slice(shared))
  const tail = sharedStart(ends.map((one) => one.toReversed()))
  return numbered(ends.map((one, i) => one.slice(0, one.length - tail).join('/') || basename(paths[i]!)))
}

/** A report.json has the name of its folder. */
const folderOf = (path: string): string =>
  basename(path) === 'report.json' ? dirname(path) : path.replace(/\.json$/, '')

function sharedStart(lists: readonly (readonly string[])[]): number {
  const most = Math.min(...lists.map((list) => list.length)) - 1
  let n = 0
  while (n < most && lists.every((list) => list[n] === lists[0]![n])) n++
  return n
}

/** Adds a number to each duplicate: `eu`, `eu (2)`. */
export function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const n = (counts.get(name) ?? 0) + 1
    counts.set(name, n)
    return n === 1 ? name : `${name} (${n})`
  })
}
