/** The initial data of the server, and concurrent changes by other clients. */
export interface WorldDecisions {
  /** A: users of the first company. */
  seedUsers(): number
  /** B: projects of the first company. */
  seedProjects(): number
  /** B: datasets of the first project. */
  seedDatasets(): number
  /** B: nodes of the first project. */
  seedNodes(): number
  /** B: rows of the large datasets. */
  seedRows(): number
  /** B: the ORDER BY of the ordered datasets: `column` or `-column`. */
  seedOrderBy(): readonly string[]
  /** A: interval of user creations, ms; 0 disables them. */
  userEveryMs(): number
  /** B: interval of rows appended to the large datasets, ms; 0 disables them. */
  rowEveryMs(): number
}

export const world: WorldDecisions = {
  seedUsers: () => 237,
  seedProjects: () => 130,
  seedDatasets: () => 105,
  seedNodes: () => 104,
  seedRows: () => 2300,
  seedOrderBy: () => ['reading_id'],
  userEveryMs: () => 0,
  rowEveryMs: () => 0,
}
