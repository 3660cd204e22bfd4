import { IDLE_SCOPE } from './choices.ts'
import { mint } from './mint.ts'
import type { Site } from './site.ts'
import { ALL_SCOPES, FIRST, PEOPLE, SECOND, THIRD } from './store/seed-companies.ts'

const DAY = 86_400_000

/** A fresh key in every condition, for both variants, named as the settings are. */
export function issueKeys(site: Site): Record<string, string> {
  const { behaviour: b } = site
  const now = site.now()
  const active = { companyId: FIRST, scopes: ALL_SCOPES, issuedBy: PEOPLE.full, name: 'fixture' }
  const other = { ...active, companyId: SECOND, issuedBy: PEOPLE.other }
  const lasting = { expiresAt: b.bExpiresAt(now, 90, site.admin('b')) }
  const a = (fields: object) => mint(site, 'a', { ...active, ...fields }).key
  const inB = (fields: object) => mint(site, 'b', { ...active, ...lasting, ...fields }).key
  return {
    TENANT_A_KEY: a({}),
    TENANT_A_KEY_NO_SCOPE: a({ scopes: [IDLE_SCOPE] }),
    TENANT_A_KEY_NO_MODULE: a(other),
    TENANT_A_KEY_OTHER_TENANT: a({ companyId: THIRD, issuedBy: 'dee' }),
    TENANT_A_KEY_REVOKED: a({ state: 'revoked' }),
    TENANT_A_KEY_EXPIRED: a({ expiresAt: now - DAY }),
    TENANT_A_KEY_DISABLED: a({ state: 'disabled' }),
    TENANT_B_KEY: inB({}),
    TENANT_B_KEY_NO_SCOPE: inB({ scopes: [IDLE_SCOPE] }),
    TENANT_B_KEY_REVOKED: inB({ state: 'revoked' }),
    TENANT_B_KEY_EXPIRED: inB({ expiresAt: now - DAY }),
    TENANT_B_KEY_OTHER_COMPANY: inB(other),
  }
}

/** The ids of the large project and of its ordered dataset, as the API shows them; none where the data has no such. */
export function namedIds({ behaviour: b, store }: Site): Record<string, string> {
  if (store.items.project(1)?.companyId !== FIRST || store.items.dataset(1)?.projectId !== 1) return {}
  return {
    TENANT_B_PROJECT_ID: String(b.bItemId('projects', 1)),
    TENANT_B_DATASET_ID: String(b.bItemId('datasets', 1)),
    TENANT_B_DATASET_ORDER_BY: b.seedOrderBy().join(','),
  }
}
