import type { DatabaseSync } from 'node:sqlite'
import type { KeyRecord, Variant } from '../types.ts'

interface Stored {
  variant: Variant
  key_id: string
  company_id: number
  digest: Uint8Array
  state: KeyRecord['state']
  created_at: number
  expires_at: number | null
  scopes: string
  issued_by: string
  name: string
}

const fromRow = (row: Stored): KeyRecord => ({
  keyId: row.key_id,
  variant: row.variant,
  companyId: row.company_id,
  digest: row.digest,
  state: row.state,
  createdAt: row.created_at,
  expiresAt: row.expires_at ?? undefined,
  scopes: JSON.parse(row.scopes),
  issuedBy: row.issued_by,
  name: row.name,
})

/** The keys, written through to the database. Looked up in a map, so that a hit and a miss take the same time. */
export function openKeys(db: DatabaseSync) {
  const maps = { a: new Map<string, KeyRecord>(), b: new Map<string, KeyRecord>() }
  const index = (record: KeyRecord) => maps[record.variant].set(record.keyId.toLowerCase(), record)
  const put = db.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const drop = db.prepare('DELETE FROM keys WHERE variant = ? AND key_id = ?')
  for (const row of db.prepare('SELECT * FROM keys').all()) index(fromRow(row as unknown as Stored))

  const save = (key: KeyRecord) => {
    const { variant, keyId, companyId, digest, state, createdAt, expiresAt, scopes, issuedBy, name } = key
    const held = JSON.stringify(scopes)
    put.run(variant, keyId, companyId, digest, state, createdAt, expiresAt ?? null, held, issuedBy, name)
    index(key)
  }
  return {
    save,
    find: (variant: Variant, keyId: string) => maps[variant].get(keyId),
    first: (variant: Variant) => maps[variant].values().next().value!,
    all: (variant: Variant) => [...maps[variant].values()],
    /** Replaces a record, whose key_id may differ. */
    replace: (old: KeyRecord, record: KeyRecord) => {
      drop.run(old.variant, old.keyId)
      maps[old.variant].delete(old.keyId.toLowerCase())
      save(record)
    },
  }
}

export type Keys = ReturnType<typeof openKeys>
