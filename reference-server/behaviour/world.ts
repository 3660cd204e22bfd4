/** What the server holds at its start, and what others do to it meanwhile. */
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
  /** A: somebody creates a user every so many ms; 0 is never. */
  userEveryMs(): number
  /** B: somebody appends a row to the large datasets every so many ms; 0 is never. */
  rowEveryMs(): number
}

export const world: WorldDecisions = {
  seedUsers: () => 237,
  seedProjects: () => 130,
  seedDatasets: () => 105,
  seedNodes: () => 104,
  seedRows: () => 2300,
  userEveryMs: () => 0,
  rowEveryMs: () => 0,
}
