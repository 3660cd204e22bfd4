import { time, timeOrDay } from '../../../core/control-functions.ts'
import type { Control, ControlId } from '../../../core/control-module.ts'
import { key as keyForm } from '../../../core/key-schema.ts'
import type { Variant } from '../../../core/rule.ts'
import type { ControlSource } from '../control-source.ts'
import { answer, toDo } from './answers.ts'
import type { Ask } from './question.ts'

/** Create a control module that asks a person to act: one question at a time, without a time limit. */
export function manualSource(ask: Ask): ControlSource {
  return {
    module: { a: sideA(inVariant(ask, 'a')), b: sideB(inVariant(ask, 'b')) },
    byHand: {
      revokeAll: (keys, variant) =>
        toDo(inVariant(ask, variant), `At the end: revoke the created keys: ${keys.join(', ')}`),
    },
  }
}

const inVariant =
  (ask: Ask, variant: Variant): Ask =>
  ({ text, secret }) =>
    ask({ text: text.replace(/^(\(.*\)\n)?/, `$1Variant ${variant.toUpperCase()}. `), secret })

const sideA = (ask: Ask): Required<NonNullable<Control['a']>> => ({
  createKey: async ({ scopes, expiresAt }) =>
    newKey(ask, `Create a key${withScopes(scopes)}${expiresAt ? ` that expires at ${expiresAt}` : ''}`),
  disableKey: (keyId) => toDo(ask, `Disable the key ${keyId} in the console`),
  enableKey: (keyId) => toDo(ask, `Enable the key ${keyId} in the console again`),
  revokeKey: (keyId) => toDo(ask, `Revoke the key ${keyId} in the console`),
  createUser: async () => ({ id: await value(ask, 'Create a user, then type its id as the API shows it') }),
  touchUser: async (id: ControlId) => ({
    updatedAt: await typed(ask, `Change something about the user ${id}, then type its new update time`, time),
  }),
})

/** Without `expireKey`: a person cannot make time pass. */
const sideB = (ask: Ask): Omit<Required<NonNullable<Control['b']>>, 'expireKey'> => ({
  async createKey({ name, lifetimeDays, scopes, issuedBy }) {
    const what = `Issue a key named "${name}"${issuedBy ? ` as the administrator "${issuedBy}"` : ''}`
    const key = await newKey(ask, `${what}, ${forDays(lifetimeDays)}${withScopes(scopes)}`)
    const expiry = `Type the expiry that the console shows for the key ${key.keyId}`
    return { ...key, expiresAt: await typed(ask, expiry, timeOrDay) }
  },
  renewKey: async (keyId, { lifetimeDays }) => ({
    expiresAt: await typed(ask, `Renew the key ${keyId} for ${lifetimeDays} days, then type its new expiry`, timeOrDay),
  }),
  revokeKey: (keyId) => toDo(ask, `Revoke the key ${keyId} in the console`),
  revokeKeysIssuedBy: (person) => toDo(ask, `Revoke all keys that "${person}" issued, in one action`),
  removePerson: (person) => toDo(ask, `Remove the person "${person}" from the company`),
  appendRow: ({ projectId, datasetId }) =>
    toDo(ask, `Add a row that the dataset ${datasetId} of the project ${projectId} reads`),
  async limitedAdministrator() {
    const person = await value(ask, 'Type the name of an administrator who may issue keys but lacks some scope')
    const holds = await scopeNames(ask, `Type scopes that "${person}" holds`)
    const lacks = await scopeNames(ask, `Type scopes that "${person}" lacks, preferably one that an endpoint needs`)
    return { person, holds, lacks }
  },
})

const withScopes = (scopes?: readonly string[]): string => (scopes ? ` with the scopes ${scopes.join(', ')}` : '')

function forDays(days: number | null | undefined): string {
  if (days === undefined) return 'with the lifetime that the console proposes'
  return days === null ? 'with an unlimited lifetime' : `for ${days} days`
}

async function newKey(ask: Ask, what: string): Promise<{ key: string; keyId: string }> {
  const text = `${what}, and paste the whole key (it is not shown)`
  const key = await answer(ask, { text, secret: true }, (typed) => keyForm.safeParse(typed).error?.issues[0]?.message)
  // Later questions name the key as the console shows it: without the secret.
  return { key, keyId: key.slice(0, key.lastIndexOf('_')) }
}

async function scopeNames(ask: Ask, what: string): Promise<string[]> {
  const names = (typed: string) => typed.split(',').flatMap((name) => name.trim() || [])
  const question = { text: `${what}, separated by commas`, secret: false }
  return names(await answer(ask, question, (typed) => (names(typed).length > 0 ? undefined : 'type a scope')))
}

const value = (ask: Ask, text: string): Promise<string> =>
  answer(ask, { text, secret: false }, (typed) => (typed === '' ? 'type the value' : undefined))

function typed(ask: Ask, text: string, form: typeof time | typeof timeOrDay): Promise<string> {
  const question = { text: `${text}, such as 2026-01-31T12:00:00Z`, secret: false }
  return answer(ask, question, (input) => form.safeParse(input).error?.issues[0]?.message)
}
