import { type Exchange, isServerError } from '../../core/exchange.ts'
import type { TargetSettings } from '../../core/settings.ts'
import type { Client } from '../../http/client.ts'
import type { ClientOptions } from '../../http/client-options.ts'
import type { CaseTools } from '../session/case-tools.ts'
import { NotRecorded } from './not-recorded.ts'
import type { Recalled, Recording } from './recording.ts'

/** A client that sends nothing: a recording answers. */
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
    stopwatch() {
      throw new NotRecorded('time cannot be measured in a recording')
    },
    close: async () => undefined,
  }
  return client
}

/** The tools of a case whose evidence stands in a recording: its rule sends nothing. */
export function recalled(tools: CaseTools, slot: string, recording: Recording): CaseTools {
  let seen: Recalled = { value: undefined, sent: [], steps: [] }
  return {
    ...tools,
    get sent(): readonly Exchange[] {
      return seen.sent
    },
    steps: () => seen.steps,
    unanswered: () => seen.unanswered,
    refused: () => seen.refused,
    cut: () => seen.cut === true,
    deep: () => seen.deep === true,
    async evidence<E>() {
      seen = recording.recall(slot)
      return seen.value as E
    },
  }
}

/** The target of a recording, as settings would name it. */
export function suppliedBy({ header, secrets }: Recording): TargetSettings {
  const { keys: named, ...target } = header.target
  const supplied = Object.entries(named).map(([condition, { env }]) => [
    condition,
    { env, value: secrets.get(env) ?? '' },
  ])
  return { ...target, variant: header.variant, keys: Object.fromEntries(supplied) as TargetSettings['keys'] }
}
