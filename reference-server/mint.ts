import type { Site } from './site.ts'
import type { KeyRecord, StoredState, Variant } from './types.ts'

export interface Minted {
  key: string
  record: KeyRecord
}

export interface MintFields {
  companyId: number
  scopes: readonly string[]
  issuedBy: string
  expiresAt?: number
  name?: string
  state?: StoredState
}

/** Creates a key and stores only its digest; returns the only copy of the text. */
export function mint(site: Site, variant: Variant, fields: MintFields): Minted {
  const { behaviour: b, store } = site
  const admin = site.admin(variant)
  const keyId = b.newKeyId(site.bytes(8), admin)
  const secret = b.newSecret(site.bytes(32), admin)
  const record: KeyRecord = {
    keyId,
    variant,
    companyId: fields.companyId,
    digest: b.digest(b.secretDigested(secret, variant)),
    state: fields.state ?? b.initialKeyState(admin),
    createdAt: admin.now,
    expiresAt: fields.expiresAt,
    scopes: fields.scopes,
    issuedBy: fields.issuedBy,
    name: fields.name ?? '',
  }
  store.keys.save(record)
  return { key: b.keyText({ prefix: b.keyPrefix(variant), keyId, secret }, admin), record }
}
