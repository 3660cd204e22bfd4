import { loadCatalog, matchesPatterns } from '../core/catalog.ts'
import { count } from '../core/count.ts'
import { inert } from '../core/inert.ts'
import type { Rule } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { WORDS } from '../engine/control/manual.ts'
import type { Terminal } from './terminal.ts'

const WHAT: Readonly<Record<string, string>> = {
  createKey: 'create a key',
  disableKey: 'disable it',
  enableKey: 'enable it again',
  revokeKey: 'revoke it',
  renewKey: 'renew it',
  revokeKeysIssuedBy: 'revoke all keys of a person',
  removePerson: 'remove a person',
  createUser: 'create a user',
  touchUser: 'change a user',
  appendRow: 'add a row to a dataset',
  setExpiry: 'change its expiry',
  changePassword: 'change the password of a person',
  removeRole: 'take a role from a person',
  ordinaryPerson: 'name a person who is no administrator',
  showKey: 'look at it in the console',
  limitedAdministrator: 'name an administrator who lacks a scope',
}

/** Lists the actions that will be requested, and waits for Enter. False when the user interrupts. */
export async function announceManualSteps(
  { targets, rules: patterns }: Settings,
  terminal: Terminal,
): Promise<boolean> {
  const lines: string[] = []
  for (const { variant, baseUrl } of targets) {
    const { rules } = await loadCatalog(variant)
    const mine = rules.filter((rule) => matchesPatterns(rule.id, patterns) && acts(rule).length > 0)
    if (mine.length === 0) continue
    lines.push(
      `Variant ${variant.toUpperCase()} at ${inert(baseUrl)}: ${count(mine.length, 'rule')} will ask you to do this`,
    )
    lines.push(...mine.map((rule) => `  ${rule.id.padEnd(34)} ${acts(rule).join(', ')}`))
  }
  if (lines.length === 0) return true
  const text = `${lines.join('\n')}\nAnswers at each question: ${WORDS}; Ctrl-C ends the run.\nPress Enter to start `
  return terminal.ask({ text, secret: false }).then(
    () => true,
    () => false,
  )
}

const acts = ({ needs = [] }: Rule): string[] =>
  needs.filter((need) => need.startsWith('control.')).map((need) => WHAT[need.slice(8)] ?? need)
