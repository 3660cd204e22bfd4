import type { Credential, CredentialClass, Req } from './exchange.ts'

const WORDS: Readonly<Record<CredentialClass, string>> = {
  active: 'the active key',
  missing: 'no key',
  malformed: 'a malformed key',
  unknown: 'an unknown key',
  'wrong-secret': 'a key with a wrong secret',
  'wrong-prefix': 'a key with a wrong prefix',
  revoked: 'the revoked key',
  expired: 'the expired key',
  disabled: 'the disabled key',
  'no-scope': 'the key that lacks the scope',
  'no-module': 'the key of a company without the module',
  'other-company': "another company's key",
  'other-tenant': "another tenant's key",
  misplaced: 'the active key in an undocumented place',
}

/** Keys that the suite made up or changed: the note says how. */
export const MADE_UP: readonly CredentialClass[] = ['malformed', 'unknown', 'wrong-secret', 'wrong-prefix']

/** `the expired key via Bearer`, `a key with a wrong secret (character 33 of the secret changed)`. */
export function credentialText({ class: about, form, note }: Pick<Credential, 'class'> & Partial<Credential>): string {
  if (about === 'misplaced' && note !== undefined) return note
  const detail = note !== undefined && MADE_UP.includes(about) ? ` (${note})` : ''
  return `${WORDS[about]}${detail}${form === 'bearer' ? ' via Bearer' : ''}`
}

/** `page=2&size=1` */
export const queryText = (query: NonNullable<Req['query']>): string =>
  query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`).join('&')

/** `GET /users?page=2` */
export function requestLine({
  method = 'GET',
  root = '',
  path,
  query = [],
  absolute,
}: Pick<Req, 'method' | 'root' | 'path' | 'query' | 'absolute'>): string {
  const search = queryText(query)
  return `${method} ${absolute ? '{base_url}' : ''}${root}${path}${search && `${path.includes('?') ? '&' : '?'}${search}`}`
}

/** `GET /users?page=2`, `GET /users with the expired key`. The active key in X-Api-Key goes without saying. */
export function requestText(req: Req): string {
  const { class: about, form } = req.credential
  const isPlain = about === 'active' && form === 'x-api-key'
  return `${requestLine(req)}${isPlain ? '' : ` with ${credentialText(req.credential)}`}`
}
