import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { suite } from '../../core/package.ts'
import type { Secrets } from '../../core/secret-text.ts'
import { Stopped } from '../../core/stopped.ts'
import { identity } from '../session/request-identity.ts'
import { unpacked } from './evidence.ts'
import type { End, Header, Line, TapedEvidence, TapedExchange } from './format.ts'
import { missingRequest, NotRecorded } from './not-recorded.ts'
import { untaped } from './secret-references.ts'
import { standIns } from './stand-ins.ts'

/** A recording that was read: what a run sent and saw, for those who ask for it again. */
export interface Recording {
  readonly header: Header
  /** In place of the keys: who holds them can tell them apart and show them, and use none. */
  readonly secrets: Secrets
  /** Left out where the recording ends early. */
  readonly end?: End
  /** What ended the run early. */
  readonly ended?: Stopped
  /** The next answer to what a slot asks for. Throws `NotRecorded`, or what ended the run before it was sent. */
  answer(req: Req, slot: string): Exchange
  /** Whether it holds what cases of the slot saw besides exchanges. */
  saw(slot: string): boolean
  /** What the next of them saw. Throws as `answer` does. */
  recall(slot: string): Recalled
  /** Exchanges that nobody has asked for yet. */
  unasked(): Exchange[]
  /** When the last answer came. Milliseconds since the epoch. */
  readonly lastAt: number
}

export interface Recalled {
  readonly value: unknown
  readonly sent: readonly Exchange[]
  readonly steps: readonly ControlStep[]
  readonly unanswered?: string
  readonly refused?: string
  readonly cut?: true
  readonly deep?: true
}

const EARLY = 'the recording ends early: the run, or its file, was cut off'

/** Answers are given out in the order in which they came, to each slot its own first. */
export function recordingOf(header: Header, lines: readonly Line[]): Recording {
  const exchanges = lines.flatMap(({ exchange }) => exchange ?? []).sort((a, b) => a.n - b.n)
  const bySlot = Map.groupBy(exchanges, ({ slot, req }) => `${slot} ${identity(req)}`)
  const byIdentity = Map.groupBy(exchanges, ({ req }) => identity(req))
  const evidence = Map.groupBy(
    lines.flatMap((line) => line.evidence ?? []),
    ({ slot }) => slot,
  )
  const byNumber = new Map(exchanges.map((x) => [x.n, x]))
  const end = lines.find((line) => line.end)?.end
  const early = end ? undefined : EARLY
  const ended = end?.ended && new Stopped(end.ended.message, end.ended.by)
  const asked = new Set<number>()
  const places = new Map<string, number>()
  const next = <T>(from: readonly T[], key: string): T | undefined => {
    const at = places.get(key) ?? 0
    places.set(key, at + 1)
    return from[at]
  }

  function whole(x: TapedExchange): Exchange {
    const found = untaped(x)
    if (!found)
      throw new NotRecorded(`the recording holds the answer to GET ${x.req.path} without its body, which was too much`)
    return found
  }

  /** Another rule's answer to the same bytes serves as well: it is of the same deployment, at about the same time. */
  function answer(req: Req, slot: string): Exchange {
    const key = identity(req)
    const own = next(bySlot.get(`${slot} ${key}`) ?? [], `${slot} ${key}`)
    if (!own && ended) throw ended
    const found = own ?? next(byIdentity.get(key) ?? [], `any ${slot} ${key}`)
    if (!found) throw missingRequest(req, early)
    asked.add(found.n)
    return { ...whole(found), req }
  }

  function find(n: number): Exchange {
    const x = byNumber.get(n)
    if (!x) throw new NotRecorded(`the recording does not hold all that the rule saw${early ? `: ${early}` : ''}`)
    return whole(x)
  }

  function recall(slot: string): Recalled {
    const seen = next(evidence.get(slot) ?? [], `evidence ${slot}`)
    if (ended && (!seen || (seen.cut && seen.thrown !== undefined))) throw ended
    if (!seen) throw new NotRecorded(`the recording does not hold what this case saw${early ? `: ${early}` : ''}`)
    return recalledFrom(seen, header, find)
  }

  return {
    header,
    secrets: standIns(lines.flatMap(({ key }) => key ?? [])),
    ...(end && { end }),
    ...(ended && { ended }),
    answer,
    saw: (slot) => evidence.has(slot),
    recall,
    unasked: () => exchanges.filter(({ n }) => !asked.has(n)).flatMap((x) => untaped(x) ?? []),
    lastAt: exchanges.reduce((last, { sentAt, ms }) => Math.max(last, sentAt + ms), 0),
  }
}

/** What a rule sees of the console and of time is judged by its own version only: another may look at other things. */
function recalledFrom(
  { value, thrown, ...seen }: TapedEvidence,
  header: Header,
  find: (n: number) => Exchange,
): Recalled {
  if (header.suite.version !== suite.version)
    throw new NotRecorded(
      `what it saw of the console and of time was recorded by version ${header.suite.version} and can only be judged by that; run it again`,
    )
  if (thrown !== undefined) throw new NotRecorded(thrown)
  return { ...seen, sent: seen.sent.map(find), value: unpacked(value ?? null, find) }
}
