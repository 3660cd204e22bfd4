import type { Behaviour } from '../../reference-server/behaviour.ts'

const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, '0')
const changedAt = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

const each = (text: string, write: (c: string) => string) => Array.from(text, write).join('')

/** A text in the forms in which a server may repeat it, all of them in printable ASCII. */
export const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.slice(0, -30),
  (text) => text.slice(-20),
  (text) => changedAt(text, text.length - 20),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`x${text}`).toString('base64url'),
  (text) => each(text, (c) => `%${hex(c)}`),
  (text) => each(text, (c) => `%25${hex(c)}`),
  (text) => each(text, (c) => `\\u00${hex(c)}`),
  (text) => each(text, (c) => `\\x${hex(c)}`),
  (text) => each(text, (c) => `&#x${hex(c)};`),
  (text) => each(text, (c) => `&#${c.charCodeAt(0)};`),
  (text) => JSON.stringify([...Buffer.from(text)]),
  (text) => [...text].join('-'),
  (text) => [...text].join(' '),
]

type AnyCall = Parameters<Behaviour['response']>[1]

/**
 * A reference server that repeats the texts of this request, of the previous one, and of the first one to the other variant in
 * every part of a response that has room for them.
 */
export function echoBehaviour(): Partial<Behaviour> {
  const before = new Map<string, string[]>()
  const first = new Map<string, string[]>()
  const sentBy = (call: AnyCall): string[] => {
    const sent = [...call.header('x-api-key'), ...call.header('authorization')].filter((text) => /^[ -~]+$/.test(text))
    const all = [...sent, ...(before.get(call.variant) ?? []), ...(first.get(call.variant === 'a' ? 'b' : 'a') ?? [])]
    before.set(call.variant, sent)
    if (!first.has(call.variant)) first.set(call.variant, sent)
    return all
  }
  const echoed = new WeakMap<object, string[]>()
  const formsFor = (call: AnyCall): string[] => {
    const known = echoed.get(call) ?? sentBy(call).flatMap((text) => FORMS.map((form) => form(text)))
    echoed.set(call, known)
    return known
  }
  return {
    extraHeaders: (call) => {
      const forms = formsFor(call).map((text) => text.slice(0, 1000))
      return [...forms.map((text) => ['X-Echo', text] as const), ...nameOf(forms), ...forms.slice(0, 3).map(cookieOf)]
    },
    reasonPhrase: (_, call) => formsFor(call)[0]?.slice(0, 200),
    response: (response, call) => {
      const forms = formsFor(call)
      const members = `"echo":${JSON.stringify(forms).replaceAll('\\\\u00', '\\u00')},`
      const body = String(response.body)
        .replace(/^\{/, `{${members}`)
        .replace(/("message":")/, (all) => `${all}${forms.slice(0, 5).join(' ').replaceAll(/["\\]/g, '')} `)
      return { ...response, body }
    },
  }
}

const cookieOf = (text: string, i: number) => ['Set-Cookie', `seen${i}=${encodeURIComponent(text)}`] as const
const nameOf = ([text]: string[]) => (text === undefined ? [] : [[`X-${text.replace(/[^\w-]/g, '')}`, 'yes'] as const])
