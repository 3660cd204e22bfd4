import type { Behaviour, Call, KeyRecord, Transition } from '../../reference-server/behaviour.ts'
import { capitalize } from '../../src/core/capitalize.ts'
import type { ControlStep, Done, KeyText } from '../../src/core/control-tools.ts'
import type { Exchange } from '../../src/core/exchange.ts'
import { explained, type Finding, headlined, type Tools, type Trial, unclear, violation } from '../../src/core/rule.ts'
import type { Key } from '../../src/core/target.ts'
import { orRefused } from '../../src/engine/control/refused.ts'

/** The control function that returns the text, where it reads, and how to send a request with the key. */
export interface Source {
  readonly call: 'showKey' | 'storedKey' | 'logsSince'
  readonly reads: string
  readonly use: (
    tools: Tools,
    key: Key,
    about: { as: 'active' | 'disabled' | 'revoked'; note: string; by?: 'Bearer' },
  ) => Promise<Exchange>
}

type Step = 'use' | 'use via Bearer' | 'renew' | 'disable' | 'enable' | 'revoke'

interface Case {
  /** What is done with the new key before its text is read; the text is read after each step. */
  readonly steps?: readonly Step[]
}

interface Evidence {
  readonly readings: readonly Reading[]
  /** What the console refused to do with a revoked key. */
  readonly refusals: readonly ControlStep[]
}

interface Reading extends Omit<KeyText, 'hasChanged' | 'hasOtherDates'> {
  readonly step: ControlStep
  /** The steps so far. */
  readonly after: readonly Step[]
}

const WORDS: Readonly<Record<Step, string>> = {
  use: 'used',
  'use via Bearer': 'used via Bearer',
  renew: 'renewed',
  disable: 'disabled',
  enable: 're-enabled',
  revoke: 'revoked',
}

/** Reads a text about a new key, which must hold the secret of no key, then or later. */
export function readsAbout({ call, reads, use }: Source): Pick<Trial<Case, Evidence>, 'cases' | 'send' | 'judge'> {
  return {
    cases: {
      first: ({ variant }) => [
        {},
        // A key that stays disabled is used again at the end of the run, if it was refused before.
        { steps: variant === 'a' ? ['use', 'disable', 'use'] : ['use', 'renew', 'use'] },
        { steps: ['use', 'revoke', 'use'] },
        ...(variant === 'a' ? [{ steps: ['use via Bearer', 'disable', 'enable'] as const }] : []),
      ],
      byHand: {},
      count: [1, 4, 4],
      cost: (depth) => (depth === 'quick' ? 0 : 4),
    },
    async send({ steps = [] }, tools) {
      const { control, target } = tools
      const { key } = await control[target.variant].createKey()
      const readings: Reading[] = []
      const read = async (after: readonly Step[]) => {
        const done: (Done & KeyText) | { refused: string } = await orRefused(control[target.variant][call](key))
        if ('refused' in done) return
        const { step, holdsSecret, holdsOtherSecret, holdsKeyId, holdsPrefix } = done
        readings.push({ step, holdsSecret, holdsOtherSecret, holdsKeyId, holdsPrefix, after })
      }
      if (steps.length === 0) await read([])
      for (const [i, step] of steps.entries()) {
        const done = steps.slice(0, i + 1)
        if (!(await act(step, key, tools, { use, done }))) break
        await read(done)
      }
      const isConsole = call === 'showKey' && steps.includes('revoke')
      return { readings, refusals: isConsole ? await refusalsOf(key, tools) : [] }
    },
    judge({ readings, refusals }, _, { variant }): Finding | undefined {
      const shown = readings.find(({ holdsSecret }) => holdsSecret)
      if (shown)
        return {
          ...violation(
            'no part of the secret',
            '12 or more consecutive characters of the secret, or all of it encoded',
          ),
          headline: `${capitalize(reads)} ${call === 'showKey' ? 'still shows' : 'shows'} the secret of a key${inWords(shown.after)}`,
        }
      const mixed = readings.find(({ holdsOtherSecret }) => holdsOtherSecret)
      if (mixed)
        return {
          ...violation('no secret of any key', '23 or more consecutive characters of the secret of another key'),
          headline: `What ${reads} ${call === 'showKey' ? 'shows' : 'holds'} of a key has the secret of another key${inWords(mixed.after)}`,
        }
      const quoting = refusals.find(({ quotesSecret }) => quotesSecret)
      if (quoting)
        return {
          ...explained(
            violation('a refusal without a secret', 'half of a secret or more in the text of the refusal'),
            'The secret reaches the browser of anyone who uses the console, and logs.',
            'the refusal repeats the whole record of the key, or the request that created it',
            'the control module wrote this text itself',
          ),
          headline: `The console quoted the secret of a key when it refused ${quoting.call}`,
          warning: true,
        }
      if (readings.length === 0) return unclear(`the control module refused ${call}`)
      // What is shown of a revoked key is open, and in variant A the prefix.
      const nameless = readings.find(
        ({ holdsKeyId, holdsPrefix, after }) =>
          !(holdsKeyId && (holdsPrefix || variant === 'a')) && !after.includes('revoke'),
      )
      if (call !== 'showKey' || !nameless) return undefined
      const missing = nameless.holdsKeyId ? 'prefix' : 'key_id'
      return headlined(
        `${capitalize(reads)} does not show the ${missing} of a key${inWords(nameless.after)}`,
        explained(
          violation(
            variant === 'a' ? 'the key_id of the key' : 'the prefix and key_id of the key',
            `no ${missing}${inWords(nameless.after)}`,
          ),
          'An administrator cannot identify the key that is to be revoked.',
          `the list of keys leaves out the ${missing}, or masks it with the secret`,
        ),
      )
    },
  }
}

const inWords = (after: readonly Step[]): string =>
  after.length === 0 ? ' after its creation' : `, after the key was ${after.map((step) => WORDS[step]).join(', then ')}`

/** Tries what leads nowhere from a revoked key. */
async function refusalsOf(key: Key, { control, target }: Tools): Promise<ControlStep[]> {
  const refusals: ControlStep[] = []
  const attempt = async (call: Promise<Done>) => {
    const done = await orRefused(call)
    if ('refused' in done) refusals.push(done.step)
  }
  if (control.has('enableKey')) await attempt(control.a.enableKey(key))
  if (control.has('disableKey')) await attempt(control.a.disableKey(key))
  if (control.has('renewKey')) await attempt(control.b.renewKey(key, { lifetimeDays: 120 }))
  if (control.has('revokeKey')) await attempt(control[target.variant].revokeKey(key))
  return refusals
}

/** Takes a step; false if the control module cannot. */
async function act(step: Step, key: Key, tools: Tools, { use, done }: { use: Source['use']; done: readonly Step[] }) {
  const { control, target } = tools
  if (step === 'use' || step === 'use via Bearer') {
    const as = done.includes('revoke') ? 'revoked' : done.includes('disable') ? 'disabled' : 'active'
    const by = step === 'use' ? ({} as const) : ({ by: 'Bearer' } as const)
    await use(tools, key, { as, note: `a created key, ${as}`, ...by })
    return true
  }
  if (!control.has(`${step}Key`)) return false
  const call =
    step === 'revoke'
      ? control[target.variant].revokeKey(key)
      : step === 'renew'
        ? control.b.renewKey(key, { lifetimeDays: 120 })
        : control.a[`${step}Key`](key)
  return !('refused' in (await orRefused(call)))
}

/** Keeps the secret of each new key, as no conforming server does. */
const keepsSecret: Partial<Behaviour> = {
  newSecret: (bytes, admin) => {
    const secret = admin.conforming.newSecret(bytes, admin)
    const kept = Buffer.from(admin.conforming.digest(secret)).toString('hex')
    admin.memory.set(`secret ${kept}`, secret)
    return secret
  },
}

type Texted = 'keyShown' | 'keyStored' | 'keyLogged'

const revealing = <Name extends Texted>(
  name: Name,
  form: (secret: string, key: KeyRecord, memory: Map<string, unknown>) => string,
): Partial<Behaviour> => ({
  ...keepsSecret,
  [name]: ((key, admin) => {
    const secret = String(admin.memory.get(`secret ${Buffer.from(key.digest).toString('hex')}`) ?? '')
    return `${admin.conforming[name](key, admin)} ${form(secret, key, admin.memory)}`
  }) satisfies Behaviour[Name],
})

/** Reveals the secret once a step was taken. */
const revealingOnce = <Name extends Texted>(
  name: Name,
  transitions: readonly Transition[],
  isUse = false,
): Partial<Behaviour> => ({
  ...revealing(name, (secret, { keyId }, memory) => (memory.has(`taken ${keyId}`) ? `tenant_${keyId}_${secret}` : '')),
  keyAfterTransition: (key, transition, admin) => {
    if (transitions.includes(transition)) admin.memory.set(`taken ${key.keyId}`, true)
    return admin.conforming.keyAfterTransition(key, transition, admin)
  },
  classify: (check, call) => {
    const failure = call.conforming.classify(check, call)
    if (isUse && !failure) call.memory.set(`taken ${call.record?.keyId}`, true)
    return failure
  },
})

const credentialOf = (call: Call): string => [...call.header('x-api-key'), ...call.header('authorization')].join()

/** Adds to a text what the server noted of the last request with the key. */
const noting = <Name extends Texted>(name: Name, note: (call: Call) => string): Partial<Behaviour> => ({
  classify: (check, call) => {
    if (call.record) call.memory.set(`last request ${call.record.keyId}`, note(call))
    return call.conforming.classify(check, call)
  },
  [name]: ((key, admin) =>
    `${admin.conforming[name](key, admin)} ${admin.memory.get(`last request ${key.keyId}`) ?? ''}`) satisfies Behaviour[Name],
})

/** The secrets of keys that were issued before this one. */
const revealingOthers = <Name extends Texted>(name: Name, form: (secret: string) => string): Partial<Behaviour> => ({
  ...keepsSecret,
  [name]: ((key, admin) => {
    const own = admin.memory.get(`secret ${Buffer.from(key.digest).toString('hex')}`)
    const others = [...admin.memory].flatMap(([slot, secret]) =>
      slot.startsWith('secret ') && secret !== own ? [form(String(secret))] : [],
    )
    return `${admin.conforming[name](key, admin)} others: ${others.slice(-3)}`
  }) satisfies Behaviour[Name],
})

const quotingRefusal = (form: (secret: string, key: KeyRecord) => string): Partial<Behaviour> => ({
  ...keepsSecret,
  transitionRefused: (key, transition, state, admin) => {
    const secret = String(admin.memory.get(`secret ${Buffer.from(key.digest).toString('hex')}`) ?? '')
    return `${admin.conforming.transitionRefused(key, transition, state, admin)}: ${form(secret, key)}`
  },
})

export const quotingFaults = {
  'refusal-quotes-the-key': quotingRefusal((secret, { keyId }) => `ApiKey(tenant_${keyId}_${secret})`),
  'refusal-quotes-the-secret-in-base64': quotingRefusal((secret) => Buffer.from(`key ${secret}`).toString('base64')),
}

const NO_REFUSAL = 'quick depth revokes no key whose text it reads'
export const quotingQuickMisses = {
  'refusal-quotes-the-key': NO_REFUSAL,
  'refusal-quotes-the-secret-in-base64': NO_REFUSAL,
} as const

export const quotingFreedoms = {
  'refusal-quotes-the-key-id-and-a-mask': quotingRefusal((secret, { keyId }) => `tenant_${keyId}_…${secret.slice(-8)}`),
  'refusal-quotes-the-digest': quotingRefusal((_secret, { digest }) => Buffer.from(digest).toString('hex')),
}

export const revealingFaults = <Name extends Texted>(name: Name) => ({
  'in-full': revealing(name, (secret, { keyId }) => `tenant_${keyId}_${secret}`),
  'half-of-it': revealing(name, (secret) => `${secret.slice(0, 32)}…`),
  'first-twelve-characters': revealing(name, (secret, { keyId }) => `lookup ${keyId}_${secret.slice(0, 12)}`),
  'last-fourteen-characters': revealing(name, (secret) => `…${secret.slice(-14)}`),
  'in-capitals-and-groups': revealing(name, (secret) => secret.toUpperCase().replace(/.{8}/g, '$& ')),
  backwards: revealing(name, (secret) => [...secret].reverse().join('')),
  'bytes-in-base64': revealing(name, (secret) => Buffer.from(secret, 'hex').toString('base64')),
  'text-in-base64': revealing(name, (secret) => Buffer.from(secret).toString('base64')),
  'signed-bytes-as-numbers': revealing(name, (secret) => String(new Int8Array(Buffer.from(secret, 'hex')))),
  'characters-as-codes': revealing(name, (secret) => JSON.stringify([...Buffer.from(secret)])),
  'in-full-once-used': revealingOnce(name, [], true),
  'in-full-once-disabled-or-renewed': revealingOnce(name, ['disable', 'renew']),
  'in-full-once-revoked': revealingOnce(name, ['revoke']),
  'credential-of-the-last-request': noting(name, credentialOf),
  'secrets-of-other-keys': revealingOthers(name, (secret) => secret),
  'other-keys-in-base64': revealingOthers(name, (secret) => Buffer.from(secret).toString('base64')),
})

/** Faults that only variant A can have. */
export const revealingFaultsOfA = <Name extends Texted>(name: Name) => ({
  ...revealingFaults(name),
  'in-full-once-enabled': revealingOnce(name, ['enable']),
  'authorization-of-the-last-request': noting(name, (call) => call.header('authorization').join()),
})

const WHY = 'quick depth reads about a key that was just created'
export const revealingQuickMisses = {
  'in-full-once-used': WHY,
  'in-full-once-disabled-or-renewed': WHY,
  'in-full-once-revoked': WHY,
  'credential-of-the-last-request': WHY,
} as const
export const revealingQuickMissesOfA = {
  ...revealingQuickMisses,
  'in-full-once-enabled': WHY,
  'authorization-of-the-last-request': WHY,
} as const

export const textFreedoms = <Name extends Texted>(name: Name) => ({
  'last-eight-characters': revealing(name, (secret) => `…${secret.slice(-8)}`),
  'masked-secrets-of-other-keys': revealingOthers(name, (secret) => `…${secret.slice(-8)}`),
  'digest-as-numbers': {
    [name]: ((key, admin) =>
      `${admin.conforming[name](key, admin)} ${JSON.stringify([...key.digest])}`) satisfies Behaviour[Name],
  },
  'last-request-without-its-credential': noting(
    name,
    (call) => `last used ${call.now} for ${call.path} by ${call.record?.keyId}`,
  ),
  'nothing-of-a-revoked-key': {
    [name]: ((key, admin) =>
      key.state === 'revoked' ? '' : admin.conforming[name](key, admin)) satisfies Behaviour[Name],
  },
  'revoked-keys-not-found': {
    [name]: ((key, admin) => {
      if (key.state === 'revoked') throw Object.assign(new Error('no such key'), { name: 'ControlRefused' })
      return admin.conforming[name](key, admin)
    }) satisfies Behaviour[Name],
  },
})
