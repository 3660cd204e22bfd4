import type { DatabaseSync } from 'node:sqlite'
import type { Behaviour } from '../behaviour.ts'
import { FIRST, SECOND } from './seed-companies.ts'

const EPOCH = Date.UTC(2024, 0, 1)
const HOUR = 3_600_000
const SMALL_ROWS = 3
const EMPTY_PROJECT = 3

type Query = (series: number) => string

/** Saved queries over one series of readings each; the two large ones read the same series. */
const orderedBy =
  (columns: readonly string[]): Query =>
  (series) => {
    const terms = columns.map((name) => (name.startsWith('-') ? `${name.slice(1)} DESC` : name))
    return `SELECT id AS reading_id, label, amount, noted_at FROM readings WHERE series = ${series} ORDER BY ${terms}`
  }
const latestFirst: Query = (series) =>
  `SELECT noted_at AS day, amount AS weight, id AS entry_id, label AS title FROM readings WHERE series = ${series} ORDER BY 1 DESC`
const unordered = (series: number) =>
  `SELECT label, id AS reading_id, amount, noted_at FROM readings WHERE series = ${series}`

/** Project 1 is large, project 2 small, project 3 empty, the others are small; the second company has three. */
export function seedItems(db: DatabaseSync, behaviour: Behaviour): void {
  const insert = writers(db)
  const count = behaviour.seedProjects()
  for (let id = 1; id <= count; id++) insert.project(id, FIRST)
  for (let id = count + 1; id <= count + 3; id++) insert.project(id, SECOND)
  if (count > 0) seedLargeProject(insert, behaviour)
  const ordered = orderedBy(behaviour.seedOrderBy())
  for (let id = 2; id <= count + 3; id++) {
    if (id === EMPTY_PROJECT && id <= count) continue
    insert.nodes(id, 2)
    insert.dataset(id, `Summary ${id}`, (id === 2 ? latestFirst : ordered)(insert.series(SMALL_ROWS)))
  }
}

function seedLargeProject(insert: ReturnType<typeof writers>, behaviour: Behaviour): void {
  insert.nodes(1, behaviour.seedNodes())
  const ordered = orderedBy(behaviour.seedOrderBy())
  const named: [name: string, sql: Query, rows: number][] = [
    ['Empty', ordered, 0],
    ['One', latestFirst, 1],
    ['Hundred', latestFirst, 100],
    ['Thousand', ordered, 1000],
  ]
  const datasets = behaviour.seedDatasets()
  if (datasets === 0) return
  const large = insert.series(behaviour.seedRows())
  insert.dataset(1, 'Large, ordered', ordered(large), large)
  if (datasets > 1) insert.dataset(1, 'Large, as it comes', unordered(large), large)
  for (let i = 2; i < datasets; i++) {
    const [name, sql, rows] = named[i - 2] ?? [`Extract ${i}`, i % 2 ? ordered : unordered, SMALL_ROWS]
    insert.dataset(1, name, sql(insert.series(rows)))
  }
}

function writers(db: DatabaseSync) {
  const project = db.prepare('INSERT INTO projects VALUES (?, ?, ?, ?)')
  const node = db.prepare('INSERT INTO nodes (parent_id, name, created_at) VALUES (?, ?, ?)')
  const dataset = db.prepare('INSERT INTO datasets (parent_id, name, created_at, sql, series) VALUES (?, ?, ?, ?, ?)')
  const reading = db.prepare('INSERT INTO readings (series, label, amount, noted_at) VALUES (?, ?, ?, ?)')
  let lastSeries = 0
  return {
    project: (id: number, company: number) => void project.run(id, company, `Project ${id}`, EPOCH + id * HOUR),
    nodes: (parent: number, count: number) => {
      for (let i = 1; i <= count; i++) node.run(parent, `Node ${parent}.${i}`, EPOCH + i * HOUR)
    },
    dataset: (parent: number, name: string, sql: string, series = lastSeries) =>
      void dataset.run(parent, name, EPOCH + series * HOUR, sql, series),
    series: (rows: number) => {
      lastSeries++
      for (let i = 0; i < rows; i++) {
        const at = new Date(EPOCH + i * HOUR).toISOString()
        reading.run(lastSeries, `reading ${i}`, i % 13 === 5 ? null : ((i * 37) % 1000) / 8, at)
      }
      return lastSeries
    },
  }
}
