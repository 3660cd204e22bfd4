import { createUser } from '../data-changes.ts'
import { isoMicros } from '../instant.ts'
import { mint } from '../mint.ts'
import type { Site } from '../site.ts'
import { ALL_SCOPES, FIRST, PEOPLE } from '../store/seed-companies.ts'
import { keyNamed, logs, shown, stored, transition } from './keys.ts'
import { refuse } from './refused.ts'

/** Variant A's admin UI (A 2, A 3). */
export const controlA = (site: Site) => ({
  createKey: async ({ scopes, expiresAt }: { scopes?: string[]; expiresAt?: string } = {}) => {
    const { behaviour: b } = site
    const admin = site.admin('a')
    const { key, record } = mint(site, 'a', {
      companyId: FIRST,
      issuedBy: PEOPLE.full,
      scopes: b.aScopesGranted(scopes, ALL_SCOPES, admin),
      expiresAt: b.aExpiresAt(expiresAt === undefined ? undefined : time(site, expiresAt), admin),
    })
    return { key, keyId: record.keyId }
  },
  disableKey: async (keyId: string) => void transition(site, 'a', keyId, 'disable'),
  enableKey: async (keyId: string) => void transition(site, 'a', keyId, 'enable'),
  revokeKey: async (keyId: string) => void transition(site, 'a', keyId, 'revoke'),
  createUser: async () => ({ id: site.behaviour.aUserId(createUser(site, FIRST).id) }),
  touchUser: async (id: unknown) => {
    const { behaviour: b, store } = site
    const admin = site.admin('a')
    const user = store.users.find(FIRST, (one) => String(b.aUserId(one.id)) === String(id)) ?? refuse(`no user ${id}`)
    const updatedAt = b.aTouchedAt(admin.now * 1000, user, admin)
    if (!store.users.touch(user, updatedAt)) refuse('a synthetic list cannot be changed')
    return { updatedAt: isoMicros(updatedAt) }
  },
  setExpiry: async (keyId: string, expiresAt: string) => {
    const { behaviour: b, store } = site
    store.keys.save(b.aExpirySet(keyNamed(site, 'a', keyId), time(site, expiresAt), site.admin('a')))
  },
  showKey: async (keyId: string) => shown(site, 'a', keyId),
  storedKey: async (keyId: string) => stored(site, 'a', keyId),
  logsSince: async (time: string) => logs(site, 'a', time),
})

const time = (site: Site, text: string): number =>
  site.behaviour.aExpiryRead(text, site.admin('a')) ?? refuse(`expiresAt is not accepted: ${text}`)
