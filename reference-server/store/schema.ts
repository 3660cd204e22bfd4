import { DatabaseSync } from 'node:sqlite'

const TABLES = `
CREATE TABLE companies (id INTEGER PRIMARY KEY, name TEXT NOT NULL, modules TEXT NOT NULL);
CREATE TABLE people (id TEXT PRIMARY KEY, company_id INTEGER NOT NULL, scopes TEXT NOT NULL);
CREATE TABLE keys (
  variant TEXT NOT NULL, key_id TEXT NOT NULL, company_id INTEGER NOT NULL, digest BLOB NOT NULL, state TEXT NOT NULL,
  created_at INTEGER NOT NULL, expires_at INTEGER, scopes TEXT NOT NULL, issued_by TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (variant, key_id)
);
CREATE TABLE users (
  id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX users_of ON users (company_id);
CREATE TABLE projects (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE nodes (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE datasets (
  id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL,
  sql TEXT NOT NULL, series INTEGER NOT NULL
);
CREATE INDEX projects_of ON projects (parent_id);
CREATE INDEX nodes_of ON nodes (parent_id);
CREATE INDEX datasets_of ON datasets (parent_id);
CREATE TABLE readings (id INTEGER PRIMARY KEY, series INTEGER NOT NULL, label TEXT NOT NULL, amount REAL, noted_at TEXT NOT NULL);
CREATE INDEX readings_of ON readings (series);
PRAGMA user_version = 1;
`

/** Opens a database, by default in memory, and returns whether it was empty. */
export function openDatabase(file: string | undefined): { db: DatabaseSync; fresh: boolean } {
  const db = new DatabaseSync(file ?? ':memory:')
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 1000')
  const fresh = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version === 0
  if (fresh) db.exec(`BEGIN; ${TABLES} COMMIT`)
  return { db, fresh }
}
