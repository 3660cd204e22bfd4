import type { Site } from './site.ts'
import type { Call, Failure, Form, KeyParts, KeyRecord, Source } from './types.ts'

/** Dummy key to look up and compare with, so that every credential costs the same work. */
const DECOY: KeyParts = { prefix: '', keyId: '0'.repeat(16), secret: '0'.repeat(64) }

/** Checks the credential of a call; runs every check before it evaluates any. */
export function authenticate(call: Call, site: Site): Failure | undefined {
  const { behaviour: b } = site
  const text = presented(call, site)
  const parts = text === undefined ? undefined : b.keyParts(b.credentialText(text, call), call)
  const good = parts !== undefined && wellFormed(parts, call, site) ? parts : undefined
  const { keyId, secret } = good ?? DECOY
  const found = lookUp(b.keyIdLookedUp(keyId, call), call, site)
  const kept = found ?? decoyRecord(call, site)
  const equal = b.digestsEqual(b.digest(b.secretDigested(secret, call.variant)), kept.digest, call)
  call.record = good && found
  const failure = b.classify(
    {
      presented: text !== undefined,
      wellFormed: good !== undefined,
      found: found !== undefined,
      equal,
      revoked: b.keyRevoked(kept, call.now, call),
      disabled: b.keyDisabled(kept, call.now, call),
      expired: b.keyExpired(kept, call.now, call),
    },
    call,
  )
  return settle(failure, call, site)
}

/**
 * Records the key of a call. The session of a faulty server overrides a refusal; a faulty server that accepts a credential without
 * a key treats it as the first key.
 */
function settle(failure: Failure | undefined, call: Call, site: Site): Failure | undefined {
  const { keys, companies } = site.store
  const session = site.behaviour.sessionKeyId(call)
  const bySession = session === undefined ? undefined : keys.find(call.variant, session)
  if (failure && !bySession) return failure
  call.key = bySession ?? call.record ?? keys.first(call.variant)
  call.company = companies.find(call.key.companyId)
  return undefined
}

function wellFormed(parts: KeyParts, call: Call, { behaviour: b }: Site): boolean {
  const prefix = b.prefixAccepted(parts.prefix, b.keyPrefix(call.variant), call)
  const keyId = b.keyIdAccepted(parts.keyId, call)
  const secret = b.secretAccepted(parts.secret, call)
  return prefix && keyId && secret
}

function presented(call: Call, site: Site): string | undefined {
  for (const source of site.behaviour.credentialSources(call)) {
    const text = readFrom(source, call, site)
    if (text === undefined) continue
    call.form = formOf(source)
    return text
  }
  return undefined
}

function readFrom(source: Source, call: Call, { behaviour: b }: Site): string | undefined {
  const header = (name: string) => {
    const values = call.header(name)
    return values.length === 0 ? undefined : b.headerPicked(values, name, call)
  }
  if (source.in === 'header') return header(source.name)
  if (source.in === 'query') return call.query(source.name)[0]
  if (source.in === 'cookie') return call.cookie(source.name)
  const authorization = header('authorization')
  if (authorization === undefined) return undefined
  return source.in === 'bearer' ? b.bearerToken(authorization, call) : basicPart(authorization)
}

/** The user name or the password of Basic credentials, whichever is longer. */
function basicPart(authorization: string): string | undefined {
  const coded = /^basic +(\S+)$/i.exec(authorization)?.[1]
  const [user = '', password = ''] = coded ? Buffer.from(coded, 'base64').toString().split(':') : []
  return coded && (password.length > user.length ? password : user)
}

function formOf(source: Source): Form {
  if (source.in === 'bearer') return 'bearer'
  return source.in === 'header' && source.name === 'x-api-key' ? 'x-api-key' : 'other'
}

interface Remembered {
  at: number
  record: KeyRecord | undefined
}

/** The key from the store, or from a worker's cache if the decisions allow it. */
function lookUp(keyId: string, call: Call, site: Site): KeyRecord | undefined {
  const fresh = site.store.keys.find(call.variant, keyId)
  const maxAge = site.behaviour.keyMaxAgeMs(call)
  if (maxAge <= 0) return fresh
  const slot = `key:${call.variant}:${call.worker}:${keyId}`
  const known = site.memory.get(slot) as Remembered | undefined
  if (known && call.now - known.at < maxAge) return known.record
  site.memory.set(slot, { at: call.now, record: fresh })
  return fresh
}

function decoyRecord(call: Call, { behaviour: b }: Site): KeyRecord {
  return call.once('decoy', () => ({
    keyId: DECOY.keyId,
    variant: call.variant,
    companyId: 0,
    digest: b.digest('decoy'),
    state: 'active',
    createdAt: 0,
    expiresAt: 0,
    scopes: [],
    issuedBy: '',
    name: '',
  }))
}
