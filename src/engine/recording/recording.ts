import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { suite } from '../../core/package.ts'
import type { Secrets } from '../../core/secret-text.ts'
import { Stopped } from '../../core/stopped.ts'
import { identity } from '../session/request-identity.ts'
import type { End, Header, Line, RecordedEvidence, RecordedExchange } from './format.ts'
import { missingRequest, NotRecorded } from './not-recorded.ts'
import { unpackEvidence } from './pack-evidence.ts'
import { placeholderSecrets } from './placeholder-secrets.ts'
import { withSecrets } from './secret-references.ts'

/** A recorded run that serves its exchanges and evidence again. */
export interface Recording {
  readonly header: Header
  /** Stand-ins for the keys: distinguishable and displayable, but useless as credentials. */
  readonly secrets: Secrets
  /** Missing if the recording ends early. */
  readonly end?: End
  /** What ended the run early. */
  readonly ended?: Stopped
  /** Return the next response to a request of a slot. Throws `NotRecorded`, or the `Stopped` that ended the run before it was sent. */
  answer(req: Req, slot: string): Exchange
  /** Whether it has evidence for cases of the slot. */
  saw(slot: string): boolean
  /** Return the evidence of the next case of the slot. Throws like `answer`. */
  recall(slot: string): Recalled
  /** Exchanges that no rule has requested yet. */
  unasked(): Exchange[]
  /** Time of the last response, in milliseconds since the epoch. */
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

const EARLY = 'the recording ends early: the run was interrupted or its file truncated'

/** Create a recording from its lines. It serves responses in recorded order and prefers those of the requesting slot. */
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
  const served = new Set<number>()
  const positions = new Map<string, number>()
  const next = <T>(items: readonly T[], key: string): T | undefined => {
    const at = positions.get(key) ?? 0
    positions.set(key, at + 1)
    return items[at]
  }

  function decode(x: RecordedExchange): Exchange {
    const found = withSecrets(x)
    if (!found)
      throw new NotRecorded(
        `the recording has the response to GET ${x.req.path} without its body, which exceeded the size limit`,
      )
    return found
  }

  /** Another rule's response to the same request serves as well: same deployment, at about the same time. */
  function answer(req: Req, slot: string): Exchange {
    const key = identity(req)
    const own = next(bySlot.get(`${slot} ${key}`) ?? [], `${slot} ${key}`)
    if (!own && ended) throw ended
    const found = own ?? next(byIdentity.get(key) ?? [], `any ${slot} ${key}`)
    if (!found) throw missingRequest(req, early)
    served.add(found.n)
    return { ...decode(found), req }
  }

  function find(n: number): Exchange {
    const x = byNumber.get(n)
    if (!x) throw new NotRecorded(`the recording lacks an exchange of this case${early ? `: ${early}` : ''}`)
    return decode(x)
  }

  function recall(slot: string): Recalled {
    const recorded = next(evidence.get(slot) ?? [], `evidence ${slot}`)
    if (ended && (!recorded || (recorded.cut && recorded.thrown !== undefined))) throw ended
    if (!recorded) throw new NotRecorded(`the recording lacks the evidence of this case${early ? `: ${early}` : ''}`)
    return recalledFrom(recorded, header, find)
  }

  return {
    header,
    secrets: placeholderSecrets(lines.flatMap(({ key }) => key ?? [])),
    ...(end && { end }),
    ...(ended && { ended }),
    answer,
    saw: (slot) => evidence.has(slot),
    recall,
    unasked: () => exchanges.filter(({ n }) => !served.has(n)).flatMap((x) => withSecrets(x) ?? []),
    lastAt: exchanges.reduce((last, { sentAt, ms }) => Math.max(last, sentAt + ms), 0),
  }
}

/** Only the same suite version can judge control and timing evidence: another version may gather other evidence. */
function recalledFrom(
  { value, thrown, ...rest }: RecordedEvidence,
  header: Header,
  find: (n: number) => Exchange,
): Recalled {
  if (header.suite.version !== suite.version)
    throw new NotRecorded(
      `its control and timing evidence comes from version ${header.suite.version} and only that version can judge it; run it again`,
    )
  if (thrown !== undefined) throw new NotRecorded(thrown)
  return { ...rest, sent: rest.sent.map(find), value: unpackEvidence(value ?? null, find) }
}
