import type { Control, ControlId } from '../../core/control-module.ts'
import { time, timeOrDay } from '../../core/control-results.ts'
import { key as keyForm } from '../../core/key-schema.ts'
import type { Variant } from '../../core/rule.ts'
import type { ControlSource } from './control-source.ts'

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

/** Without `storedKey` and `logsSince`: a person at a console sees neither the storage nor the log. */
const sideA = (ask: Ask): Omit<Required<NonNullable<Control['a']>>, 'storedKey' | 'logsSince'> => ({
  createKey: async ({ scopes, expiresAt }) =>
    newKey(ask, `Create a key${withScopes(scopes)}${expiresAt ? ` that expires at ${expiresAt}` : ''}`),
  disableKey: (keyId) => toDo(ask, `Disable the key ${keyId} in the console`),
  enableKey: (keyId) => toDo(ask, `Enable the key ${keyId} in the console again`),
  revokeKey: (keyId) => toDo(ask, `Revoke the key ${keyId} in the console`),
  createUser: async () => ({ id: await value(ask, 'Create a user, then type its id as the API shows it') }),
  touchUser: async (id: ControlId) => ({
    updatedAt: await typed(ask, `Change something about the user ${id}, then type its new update time`, time),
  }),
  setExpiry: (keyId, expiresAt) => toDo(ask, `Set the expiry of the key ${keyId} to ${expiresAt}`),
  showKey: (keyId) => shownKey(ask, keyId),
})

/** Without `expireKey`: a person cannot make time pass. */
const sideB = (ask: Ask): Omit<Required<NonNullable<Control['b']>>, 'expireKey' | 'storedKey' | 'logsSince'> => ({
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
  changePassword: (person) => toDo(ask, `Change the password of "${person}"`),
  removeRole: (person) => toDo(ask, `Take a role from "${person}", preferably the one that allows issuing keys`),
  ordinaryPerson: async () => ({
    person: await value(ask, 'Type the name of a person of the company who is no administrator'),
  }),
  showKey: (keyId) => shownKey(ask, keyId),
})

async function shownKey(ask: Ask, keyId: string): Promise<{ shown: string }> {
  const question = `Open the key ${keyId} in the console and type what it shows of the key itself`
  return { shown: await value(ask, question, true) }
}

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

const value = (ask: Ask, text: string, secret = false): Promise<string> =>
  answer(ask, { text, secret }, (typed) => (typed === '' ? 'type the value' : undefined))

function typed(ask: Ask, text: string, form: typeof time | typeof timeOrDay): Promise<string> {
  const question = { text: `${text}, such as 2026-01-31T12:00:00Z`, secret: false }
  return answer(ask, question, (input) => form.safeParse(input).error?.issues[0]?.message)
}

/** The console refused the action, as the person reports. */
class PersonRefused extends Error {
  override readonly name = 'ControlRefused'
}

/** Help text for the inputs that every question accepts. */
export const WORDS = 'Enter: done; r: the console refuses it; s: it cannot be done here'

/** Ask a person to do something and press Enter. */
async function toDo(ask: Ask, what: string): Promise<void> {
  await answer(ask, { text: `${what}, then press Enter`, secret: false }, (typed) =>
    typed === '' ? undefined : 'press Enter, or type r or s',
  )
}

/** Ask until `problem` accepts the input. Throws if the person types r (refused) or s (skip). */
async function answer(
  ask: Ask,
  { text, secret }: { text: string; secret: boolean },
  problem: (typed: string) => string | undefined,
): Promise<string> {
  for (let hint = ''; ; ) {
    const typed = (await ask({ text: hint + text, secret })).trim()
    if (typed === 'r') throw new PersonRefused('as reported by the person at the terminal')
    if (typed === 's') throw new Error('the person at the terminal cannot do it')
    const why = problem(typed)
    if (why === undefined) return typed
    hint = `(${why})\n`
  }
}

/** A question to the person at the terminal. */
export interface Question {
  readonly text: string
  /** Hides the typed characters. */
  readonly secret: boolean
}

/** Asks a question and resolves with the input. */
export type Ask = (question: Question) => Promise<string>
