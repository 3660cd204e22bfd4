import { expect, test } from 'vitest'
import { createRedactor } from '../../http/redact.ts'
import { openControlSession } from './control-session.ts'

/** A console whose calls the test resolves in call order. */
function console() {
  const called: string[] = []
  const returns: (() => void)[] = []
  const call = (name: string) => (what: unknown) => {
    called.push(`${name} ${what}`)
    return new Promise<void>((resolve) => returns.push(resolve))
  }
  const a = { disableKey: call('disable'), revokeKey: call('revoke') }
  return { called, source: { module: { a } }, next: () => returns.shift()!() }
}

test('allows eight concurrent calls and prefers cases that have called before', async () => {
  const { called, source, next } = console()
  const secrets = new Map<string, string>()
  const { signal } = new AbortController()
  const controlSession = openControlSession({
    source,
    variant: 'a',
    secrets,
    redactor: createRedactor(secrets),
    signal,
  })
  const act = (name: 'disableKey' | 'revokeKey', what: string, begun: boolean) =>
    controlSession.act({ name, args: [what], shown: [what], begun })
  const all = Array.from({ length: 12 }, (_, i) => act('disableKey', `${i}`, false))
  await expect.poll(() => called.length).toBe(8)
  all.push(act('revokeKey', 'k', true))
  for (let returned = 1; returned <= 5; returned++) {
    next()
    await expect.poll(() => called.length).toBe(8 + returned)
  }
  for (let i = 0; i < 8; i++) next()
  await Promise.all(all)
  expect(called).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 'k', 8, 9, 10, 11].map((w) => (w === 'k' ? 'revoke k' : `disable ${w}`)),
  )
})
