import { storedId } from '../b/ids.ts'
import { appendRow } from '../data-changes.ts'
import { mint } from '../mint.ts'
import type { Site } from '../site.ts'
import { ALL_SCOPES, FIRST, PEOPLE } from '../store/seed-companies.ts'
import type { Person } from '../types.ts'
import { iso, keyNamed, logs, revokeAll, shown, stored, transition } from './keys.ts'
import { refuse } from './refused.ts'

interface Issue {
  name?: string
  lifetimeDays?: number | null
  scopes?: string[]
  issuedBy?: string
}

/** Variant B's console (B 2, B 3). */
export const controlB = (site: Site) => ({
  createKey: async (issue: Issue = {}) => {
    const { behaviour: b } = site
    const admin = site.admin('b')
    const issuer = administrator(site, issue.issuedBy ?? PEOPLE.full)
    if (!b.bMayIssue(issuer, admin)) refuse(`${issuer.id} is no administrator`)
    const days = lifetime(site, issue.lifetimeDays)
    const scopes = b.bScopesGranted(issue.scopes, issuer.scopes, admin) ?? refuse(`${issuer.id} lacks a scope to grant`)
    const expiresAt = b.bExpiresAt(admin.now, days, admin)
    const { companyId, id } = issuer
    const name = issue.name ?? ''
    const keys = site.store.keys.all('b').filter((key) => key.companyId === companyId)
    if (!b.bNameAccepted(name, keys, admin)) refuse(`a key is named ${name} already`)
    revokeAll(site, b.bStoppedByIssue(keys, name, admin))
    const { key, record } = mint(site, 'b', { companyId, issuedBy: id, scopes, expiresAt, name })
    return { key, keyId: record.keyId, expiresAt: iso(expiresAt) }
  },
  renewKey: async (keyId: string, { lifetimeDays }: { lifetimeDays?: number } = {}) => {
    const days =
      site.behaviour.bRenewalDays(lifetimeDays, site.admin('b')) ?? refuse(`no renewal for ${lifetimeDays} days`)
    const old = transition(site, 'b', keyId, 'renew')
    const renewed = site.behaviour.bRenewed(old, days, site.admin('b'))
    site.store.keys.replace(old, renewed)
    return { expiresAt: iso(renewed.expiresAt ?? Number.NaN) }
  },
  revokeKey: async (keyId: string) => void transition(site, 'b', keyId, 'revoke'),
  revokeKeysIssuedBy: async (person: string) =>
    revokeAll(site, site.behaviour.bRevokedTogether(site.store.keys.all('b'), person, site.admin('b'))),
  removePerson: async (person: string) => {
    if (!site.store.people.remove(person)) refuse(`no person ${person}`)
    revokeAll(site, site.behaviour.bStoppedByRemoval(site.store.keys.all('b'), person, site.admin('b')))
  },
  appendRow: async ({ projectId, datasetId }: { projectId: string; datasetId: string }) => {
    const project = storedId('projects', String(projectId), site)
    const dataset = site.store.items.dataset(storedId('datasets', String(datasetId), site) ?? 0)
    if (!dataset || dataset.projectId !== project) return refuse(`no dataset ${datasetId} in ${projectId}`)
    appendRow(site, dataset.id)
  },
  limitedAdministrator: async () => {
    const { id, scopes } = site.store.people.find(PEOPLE.limited) ?? refuse(`no person ${PEOPLE.limited}`)
    return { person: id, holds: scopes, lacks: ALL_SCOPES.filter((scope) => !scopes.includes(scope)) }
  },
  changePassword: async (person: string) =>
    revokeAll(site, site.behaviour.bStoppedByPassword(site.store.keys.all('b'), person, site.admin('b'))),
  removeRole: async (person: string) =>
    revokeAll(site, site.behaviour.bStoppedByRole(site.store.keys.all('b'), person, site.admin('b'))),
  ordinaryPerson: async () => ({ person: PEOPLE.ordinary }),
  showKey: async (keyId: string) => shown(site, 'b', keyId),
  storedKey: async (keyId: string) => stored(site, 'b', keyId),
  logsSince: async (time: string) => logs(site, 'b', time),
  expireKey: async (keyId: string) => site.store.keys.save({ ...keyNamed(site, 'b', keyId), expiresAt: site.now() }),
})

const lifetime = (site: Site, days: unknown): number =>
  site.behaviour.bLifetimeDays(days, site.admin('b')) ?? refuse(`a lifetime of ${days} days is not offered`)

/** The issuing administrator; an unknown one joins the first company with every scope. */
function administrator({ store }: Site, id: string): Person {
  const known = store.people.find(id)
  if (known) return known
  const joined: Person = { id, companyId: FIRST, scopes: ALL_SCOPES }
  store.people.add(joined)
  return joined
}
