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
  const desk = site.desk(variant)
  const keyId = b.newKeyId(site.bytes(8), desk)
  const secret = b.newSecret(site.bytes(32), desk)
  const record: KeyRecord = {
    keyId,
    variant,
    companyId: fields.companyId,
    digest: b.digest(b.secretDigested(secret, variant)),
    state: fields.state ?? b.keyBorn(desk),
    createdAt: desk.now,
    expiresAt: fields.expiresAt,
    scopes: fields.scopes,
    issuedBy: fields.issuedBy,
    name: fields.name ?? '',
  }
  store.keys.save(record)
  return { key: b.keyText({ prefix: b.keyPrefix(variant), keyId, secret }, desk), record }
}
