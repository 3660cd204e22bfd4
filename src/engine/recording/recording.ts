import { randomBytes } from 'node:crypto'
import type { ControlStep } from '../../core/control-tools.ts'
import { type Exchange, isServerError, type Req } from '../../core/exchange.ts'
import { suite } from '../../core/package.ts'
import type { Secrets } from '../../core/secret-text.ts'
import type { TargetSettings } from '../../core/settings.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Client } from '../../http/client.ts'
import type { ClientOptions } from '../../http/client-options.ts'
import type { CaseTools } from '../session/case-tools.ts'
import { requestIdentity } from '../session/request-identity.ts'
import { InconclusiveError } from '../session/stop-reasons.ts'
import type { End, Header, Line, RecordedEvidence, RecordedExchange, RecordedKey } from './format.ts'
import { unpackEvidence } from './record-evidence.ts'
import { withSecrets } from './recorder.ts'

/** A recorded run that serves its exchanges and evidence again. */
export interface Recording {
  readonly header: Header
  /** Placeholders for the keys: distinguishable and displayable, but useless as credentials. */
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

interface Recalled {
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
  const bySlot = Map.groupBy(exchanges, ({ slot, req }) => `${slot} ${requestIdentity(req)}`)
  const byIdentity = Map.groupBy(exchanges, ({ req }) => requestIdentity(req))
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
    const key = requestIdentity(req)
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

/** The recording lacks what a rule needs, so the case is inconclusive. */
class NotRecorded extends InconclusiveError {
  override readonly name = 'NotRecorded'
}

/** Create the error for a request without a recorded response. `early`: why the recording is incomplete. */
function missingRequest({ method = 'GET', path, query = [], credential }: Req, early?: string): NotRecorded {
  const search = query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`).join('&')
  const key =
    credential.class === 'missing' ? 'without a key' : `with ${credential.note ?? `the ${credential.class} key`}`
  const what = `the recording has no response to ${method} ${path}${search && `?${search}`} ${key}`
  return new NotRecorded(early === undefined ? `${what}, which this version of the rule requests` : `${what}: ${early}`)
}

/** Map the names of recorded keys to keys with random secrets. Keys that shared a secret share one again. */
export function placeholderSecrets(keys: readonly RecordedKey[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { env, shown, sameAs } of keys) {
    const secret = (sameAs === undefined ? undefined : found.get(sameAs)?.slice(-64)) ?? randomBytes(32).toString('hex')
    found.set(env, shown.replace('****', secret))
  }
  return found
}

/** Create a client that returns responses from a recording and sends nothing. */
export function offlineClient(recording: Recording, { onExchange }: Pick<ClientOptions, 'onExchange'>): Client {
  let requests = 0
  let retries = 0
  let serverErrors = 0
  const client: Client = {
    async send(req, rule, { slot = rule } = {}) {
      const x = recording.answer(req, slot)
      requests += 1 + x.retries
      retries += x.retries
      if (isServerError(x.response?.status ?? 0)) serverErrors++
      onExchange?.(x, slot)
      return x
    },
    reserve: () => undefined,
    spent: () => undefined,
    stats: () => ({ requests, retries, serverErrors }),
    alone: () => client,
    apart: (work) => work(client),
    stopwatch() {
      throw new NotRecorded('a recording does not allow time measurements')
    },
    close: async () => undefined,
  }
  return client
}

/** Tools of a case that take its evidence from a recording instead of running the rule. */
export function recordedTools(tools: CaseTools, slot: string, recording: Recording): CaseTools {
  let evidence: Recalled = { value: undefined, sent: [], steps: [] }
  return {
    ...tools,
    get sent(): readonly Exchange[] {
      return evidence.sent
    },
    steps: () => evidence.steps,
    unanswered: () => evidence.unanswered,
    refused: () => evidence.refused,
    cut: () => evidence.cut === true,
    deep: () => evidence.deep === true,
    async evidence<E>() {
      evidence = recording.recall(slot)
      return evidence.value as E
    },
  }
}

/** Rebuild the target settings from a recording, with placeholder secrets. */
export function suppliedBy({ header, secrets }: Recording): TargetSettings {
  const { keys: named, ...target } = header.target
  const supplied = Object.entries(named).map(([condition, { env }]) => [
    condition,
    { env, value: secrets.get(env) ?? '' },
  ])
  return { ...target, variant: header.variant, keys: Object.fromEntries(supplied) as TargetSettings['keys'] }
}
