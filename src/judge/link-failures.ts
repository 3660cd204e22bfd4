import { isBroken, type RuleResult } from '../core/results.ts'

/** For each rule, the rules whose violation shows in it as well, without blocking it. */
type Consequences = ReadonlyMap<string, readonly string[]>

/**
 * Link each violated rule to the violated rule that a reader should look at first, by facts only: the catalogue says that one judges by
 * what the other tests, or both received the same response. Names for each the rules that it blocks or leads.
 */
export function linkFailures(rules: readonly RuleResult[], followsOf: Consequences): RuleResult[] {
  const blockedBy = (id: string) => rules.filter((rule) => rule.blockedBy === id)
  const broken = rules.filter(({ status }) => isBroken(status))
  const isImplied = ({ level }: RuleResult) => Number(level === 'implied')
  const byReach = broken.toSorted(
    (one, other) =>
      severity(one) - severity(other) ||
      blockedBy(other.id).length - blockedBy(one.id).length ||
      isImplied(one) - isImplied(other),
  )
  const leaders = new Map<string, Leader>()
  for (const rule of byReach) {
    // A cross-tenant read is no detail of another failure.
    if (rule.id.split('.')[1] === 'tenancy') continue
    const heads = byReach.filter((head) => head !== rule && !leaders.has(head.id) && severity(head) <= severity(rule))
    const declared = heads.find((head) => followsOf.get(rule.id)?.includes(head.id) && isSameKey(head, rule))
    const earlier = heads.find((head) => byReach.indexOf(head) < byReach.indexOf(rule) && isSameResponse(head, rule))
    if (declared) leaders.set(rule.id, { rule: declared.id, because: 'judged-by' })
    else if (earlier) leaders.set(rule.id, { rule: earlier.id, because: 'same-response' })
  }
  return rules.map((rule) => {
    if (!rule.failure) return rule
    const follows = leaders.get(rule.id)
    const led = rules.filter(({ id }) => leaders.get(id)?.rule === rule.id)
    const blocks = blockedBy(rule.id).map(({ id }) => id)
    const explained = [...led.map(({ id }) => id), ...blocks]
    const reach = explained.length > 0 && { explains: explained.length, explained, blocks }
    return { ...rule, failure: { ...rule.failure, ...(follows && { follows }), ...reach } }
  })
}

type Leader = NonNullable<NonNullable<RuleResult['failure']>['follows']>

const severity = ({ status }: RuleResult): number => (status === 'failed' ? 0 : 1)

/** Whether two failures can be about the same kind of key: a rule may test several. */
function isSameKey(one: RuleResult, other: RuleResult): boolean {
  const [a, b] = [one, other].map(({ failure }) => failure?.request?.credential.class)
  return a === undefined || b === undefined || a === b
}

/** Whether the decisive responses of two failures are the same: an error to any request, or a success to the same request. */
function isSameResponse(one: RuleResult, other: RuleResult): boolean {
  const [x, y] = [one, other].map(({ failure }) => failure?.exchanges.at(-1))
  const [a, b] = [x?.response, y?.response]
  if (!a || !b || a.bodyBytes === 0 || a.status !== b.status || a.body !== b.body || a.bodyBytes !== b.bodyBytes)
    return false
  return a.status >= 400 || (x!.request.url === y!.request.url && x!.request.credential === y!.request.credential)
}
