import type { VariableName } from './variables.ts'

/** What each variable of the contract is, for help and README. */
export const ABOUT: Readonly<Record<VariableName, string>> = {
  TENANT_A_BASE_URL: 'variant A: `{base_url}`; `/api/public/v1` is added',
  TENANT_A_KEY: 'an active key with every scope',
  TENANT_A_KEY_NO_SCOPE: 'a valid key that lacks the scope',
  TENANT_A_KEY_NO_MODULE: 'a valid key of a company without the module',
  TENANT_A_KEY_REVOKED: 'a revoked key',
  TENANT_A_KEY_EXPIRED: 'an expired key',
  TENANT_A_KEY_DISABLED: 'a disabled key',
  TENANT_B_BASE_URL: 'variant B: `{base_url}`; `/api/public/v1` is added',
  TENANT_B_KEY: 'an active key with every scope',
  TENANT_B_KEY_NO_SCOPE: 'a valid key that lacks the scope',
  TENANT_B_KEY_REVOKED: 'a revoked key',
  TENANT_B_KEY_EXPIRED: 'an expired key',
  TENANT_B_KEY_OTHER_COMPANY: 'an active key of a second company',
  TENANT_B_NO_SCOPE_ENDPOINTS:
    'where the no-scope key lacks it, of `projects,datasets,nodes,rows,company` (default: all)',
  TENANT_B_PROJECT_ID: 'a project with datasets and nodes (default: found through the API)',
  TENANT_B_DATASET_ID: 'a dataset of that project with rows (default: found through the API)',
  TENANT_B_DATASET_ORDERED:
    '`true` when the query of that dataset has an ORDER BY over a unique key (default: `false`)',
  TENANT_CONTROL: 'the control module, as `--control`',
  TENANT_CA: 'certificates in PEM that are trusted besides those that Node trusts, as `--ca`',
  TENANT_ALLOW_HTTP: '`true` lets keys go over http:// to another machine, as `--allow-http`',
}

/** Variables besides the settings that change what the command does. */
export const ALSO: Readonly<Record<string, string>> = {
  NODE_EXTRA_CA_CERTS: 'a file with certificate authorities to trust besides the usual ones',
  HTTPS_PROXY: 'the proxy to use, also `HTTP_PROXY` and `NO_PROXY`, in capitals or not; never for this machine',
  NO_COLOR: 'no colours (`FORCE_COLOR` asks for them)',
  DEBUG: 'shows where the suite itself failed, with a stack',
}
