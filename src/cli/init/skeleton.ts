import { COMMAND } from '../../core/package.ts'

/** What `init --control` writes: a control module to fill in. */
export const SKELETON = `import { ControlRefused, defineControl } from 'tenant-api-conformance'

/**
 * What a person would do in the admin UI, as functions: ${COMMAND} run --control THIS-FILE
 *
 * Take the comment off each function that your system has a way to do, and fill it in; a rule whose functions are not here
 * is skipped. A function returns when what it did has taken effect, as far as your system says. Times are ISO 8601.
 * Variables of your .env file are in process.env. Every key that the suite creates it revokes again by revokeKey.
 */
export default defineControl({
  // Variant A
  a: {
    // A key of the company of TENANT_A_KEY: with all scopes where none are named, without an expiry where none is named.
    // async createKey({ scopes, expiresAt }) {
    //   const { key, key_id } = await admin('POST', '/keys', { scopes, expires_at: expiresAt })
    //   return { key, keyId: key_id }
    // },
    // async disableKey(keyId) {
    //   await admin('POST', \`/keys/\${keyId}/disable\`)
    // },
    // async enableKey(keyId) {
    //   await admin('POST', \`/keys/\${keyId}/enable\`)
    // },
    // async revokeKey(keyId) {
    //   await admin('POST', \`/keys/\${keyId}/revoke\`)
    // },
    // A user of that company; its id as GET /users shows it.
    // async createUser() {
    //   const { id } = await admin('POST', '/users', { name: 'Conformance' })
    //   return { id }
    // },
    // Changes something about a user; updatedAt is the time that updated_since is compared with.
    // async touchUser(id) {
    //   const { updated_at } = await admin('PATCH', \`/users/\${id}\`, { name: \`Conformance \${Date.now()}\` })
    //   return { updatedAt: updated_at }
    // },
  },

  // Variant B
  b: {
    // A key of the company of TENANT_B_KEY. lifetimeDays: undefined is what your console proposes; null asks for an
    // unlimited one, which it should refuse. issuedBy: an administrator, by a name that the suite makes up.
    // async createKey({ name, lifetimeDays, scopes, issuedBy }) {
    //   const body = { name, lifetime_days: lifetimeDays, scopes, issued_by: issuedBy }
    //   const { key, key_id, expires_at } = await admin('POST', '/keys', body)
    //   return { key, keyId: key_id, expiresAt: expires_at }
    // },
    // async renewKey(keyId, { lifetimeDays }) {
    //   const { expires_at } = await admin('POST', \`/keys/\${keyId}/renew\`, { lifetime_days: lifetimeDays })
    //   return { expiresAt: expires_at }
    // },
    // async revokeKey(keyId) {
    //   await admin('POST', \`/keys/\${keyId}/revoke\`)
    // },
    // All live keys that this person issued, in one action.
    // async revokeKeysIssuedBy(person) {
    //   await admin('POST', \`/people/\${person}/revoke-keys\`)
    // },
    // The person leaves the company.
    // async removePerson(person) {
    //   await admin('DELETE', \`/people/\${person}\`)
    // },
    // A row that the query of the dataset reads.
    // async appendRow({ projectId, datasetId }) {
    //   await admin('POST', \`/projects/\${projectId}/datasets/\${datasetId}/rows\`)
    // },
    // Where your system can let a key expire now.
    // async expireKey(keyId) {
    //   await admin('POST', \`/keys/\${keyId}/expire\`)
    // },
    // An administrator who lacks some scopes, by a name that issuedBy takes; best one that an endpoint needs.
    // async limitedAdministrator() {
    //   return { person: 'viewer', holds: ['projects:read'], lacks: ['rows:read'] }
    // },
  },
})

/** What your admin side answers. */
interface Answer {
  key: string
  key_id: string
  expires_at: string
  id: string
  updated_at: string
}

/** How your admin side is reached: an internal API, a database, a script. Say no by ControlRefused, and only then. */
export async function admin(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(\`\${process.env.ADMIN_URL}\${path}\`, {
    method,
    headers: { Authorization: \`Bearer \${process.env.ADMIN_TOKEN}\`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const answer = await response.text()
  // The console does not allow it: the rules judge that. Anything else that goes wrong is an error.
  if ([400, 403, 409, 422].includes(response.status)) throw new ControlRefused(\`\${response.status} for \${path}\`)
  if (!response.ok) throw new Error(\`\${method} \${path} was answered \${response.status}\`)
  return JSON.parse(answer || '{}')
}
`
