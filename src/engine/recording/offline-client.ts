import { type Exchange, isServerError } from '../../core/exchange.ts'
import type { TargetSettings } from '../../core/settings.ts'
import type { Client } from '../../http/client.ts'
import type { ClientOptions } from '../../http/client-options.ts'
import type { CaseTools } from '../session/case-tools.ts'
import { NotRecorded } from './not-recorded.ts'
import type { Recalled, Recording } from './recording.ts'

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

/** Rebuild the target settings from a recording, with stand-in secrets. */
export function suppliedBy({ header, secrets }: Recording): TargetSettings {
  const { keys: named, ...target } = header.target
  const supplied = Object.entries(named).map(([condition, { env }]) => [
    condition,
    { env, value: secrets.get(env) ?? '' },
  ])
  return { ...target, variant: header.variant, keys: Object.fromEntries(supplied) as TargetSettings['keys'] }
}
