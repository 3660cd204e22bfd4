import { parse } from 'dotenv'
import { COMMAND } from '../../core/package.ts'
import { UsageError } from '../../core/usage-error.ts'

/** What `init` writes as `.env`: every setting, explained, none of them set. */
export const ENV = `# Settings of tenant-conformance. Take the # off the lines that you fill in; what stays out is skipped, and the report
# says what it would need. Variables of the environment win over this file. Keep it out of version control: it holds keys.

# ---- Variant A: the user list -------------------------------------------------------------------------------------------

# {base_url}: the suite adds /api/public/v1.
#TENANT_A_BASE_URL=https://api.example.com
# An active key with every scope: <prefix>_<16 hex>_<64 hex>.
#TENANT_A_KEY=
# A valid key that lacks the scope.
#TENANT_A_KEY_NO_SCOPE=
# A valid key of a company that has not activated the module.
#TENANT_A_KEY_NO_MODULE=
# A key that was revoked, one that has expired, one that is disabled.
#TENANT_A_KEY_REVOKED=
#TENANT_A_KEY_EXPIRED=
#TENANT_A_KEY_DISABLED=

# ---- Variant B: projects, datasets, nodes, rows -------------------------------------------------------------------------

#TENANT_B_BASE_URL=https://api.example.com
# An active key with every scope.
#TENANT_B_KEY=
# A valid key that lacks the scope, and for which endpoints it does: projects,datasets,nodes,rows,company (default: all).
#TENANT_B_KEY_NO_SCOPE=
#TENANT_B_NO_SCOPE_ENDPOINTS=projects,datasets,nodes,rows,company
# A key that was revoked, one that has expired.
#TENANT_B_KEY_REVOKED=
#TENANT_B_KEY_EXPIRED=
# An active key of a second company.
#TENANT_B_KEY_OTHER_COMPANY=
# A project with datasets and nodes, and a dataset of it with rows; found through the API when not given.
#TENANT_B_PROJECT_ID=
#TENANT_B_DATASET_ID=
# true when the query of that dataset has an ORDER BY over a unique key.
#TENANT_B_DATASET_ORDERED=true

# ---- For both -----------------------------------------------------------------------------------------------------------

# Keys go over http:// to this machine only, unless you say that the network to the other one is yours.
#TENANT_ALLOW_HTTP=true
# Certificates in PEM that are trusted besides those that Node trusts, for a private authority (also: run --ca FILE).
#TENANT_CA=ca.pem

# ---- What the admin UI does ---------------------------------------------------------------------------------------------

# A control module (\`${COMMAND} init --control\` writes one to fill in), or: manual, to be asked at the terminal.
#TENANT_CONTROL=control.mts
`

/** The same with these settings filled in. */
export function envWith(settings: Readonly<Record<string, string>>): string {
  let text = ENV
  // A function: what stands in a value is not to be taken for a pattern.
  for (const [name, value] of Object.entries(settings))
    text = text.replace(new RegExp(`^#${name}=.*$`, 'm'), () => `${name}=${quoted(name, value)}`)
  return text
}

/** As dotenv reads it back: a prefix may hold any printable character. */
function quoted(name: string, value: string): string {
  const ways = [value, `'${value}'`, `"${value}"`, `\`${value}\``]
  const way = ways.find((text) => parse(`A=${text}`).A === value)
  if (way === undefined)
    throw new UsageError(`${name}: its quotes cannot be written to .env; set it in the environment`)
  return way
}
