import { createUser } from '../deeds.ts'
import { isoMicros } from '../instant.ts'
import { mint } from '../mint.ts'
import type { Site } from '../site.ts'
import { ALL_SCOPES, FIRST, PEOPLE } from '../store/parties.ts'
import { move } from './keys.ts'
import { refuse } from './refused.ts'

/** Variant A's admin UI (A 2, A 3). */
export const controlA = (site: Site) => ({
  createKey: async ({ scopes, expiresAt }: { scopes?: string[]; expiresAt?: string } = {}) => {
    const { behaviour: b } = site
    const desk = site.desk('a')
    const { key, record } = mint(site, 'a', {
      companyId: FIRST,
      issuedBy: PEOPLE.full,
      scopes: b.aScopesGranted(scopes, ALL_SCOPES, desk),
      expiresAt: b.aExpiresAt(expiresAt === undefined ? undefined : time(expiresAt), desk),
    })
    return { key, keyId: record.keyId }
  },
  disableKey: async (keyId: string) => void move(site, 'a', keyId, 'disable'),
  enableKey: async (keyId: string) => void move(site, 'a', keyId, 'enable'),
  revokeKey: async (keyId: string) => void move(site, 'a', keyId, 'revoke'),
  createUser: async () => ({ id: site.behaviour.aUserId(createUser(site, FIRST).id) }),
  touchUser: async (id: unknown) => {
    const { behaviour: b, store } = site
    const desk = site.desk('a')
    const user = store.users.find(FIRST, (one) => String(b.aUserId(one.id)) === String(id)) ?? refuse(`no user ${id}`)
    const updatedAt = b.aTouchedAt(desk.now * 1000, user, desk)
    if (!store.users.touch(user, updatedAt)) refuse('a synthetic list cannot be changed')
    return { updatedAt: isoMicros(updatedAt) }
  },
})

function time(text: string): number {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? refuse(`expiresAt is no time: ${text}`) : ms
}
