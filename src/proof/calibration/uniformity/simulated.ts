import type { CredentialClass, Exchange, Req, Response } from '../../../core/exchange.ts'
import type { Json } from '../../../core/json.ts'
import { CLASSES } from '../../../judge/timing/describe-timing.ts'
import type { Block } from '../../../judge/uniformity/blocks.ts'
import { seeded, shuffled } from '../../../judge/uniformity/random.ts'
import type { Stage } from '../../../judge/uniformity/send-blocks.ts'

/** The simulated clock at the start, in milliseconds since the epoch. */
export const START = 1.79e12

/** A draft of a 401 response, which noise and leaks modify. */
export interface Draft {
  status: number
  reason: string
  headers: [string, string][]
  body: { [name: string]: Json }
  /** Serializes the body. */
  write: (body: Json) => string
}

/** A request as a simulated server receives it, and the server's state. */
export interface Moment {
  readonly label: string
  readonly form: 'x-api-key' | 'bearer'
  readonly endpoint: string
  readonly keyId: string | undefined
  /** Position within the block, from 0. */
  readonly at: number
  /** Number of earlier responses. */
  readonly count: number
  readonly random: () => number
  readonly memory: Map<string, number>
}

export type Change = (draft: Draft, moment: Moment) => void

const PLACEBOS = ['unknown', 'unknown placebo']
/** Those of most deployments: only revoked and expired keys with their own secrets. */
export const LABELS: readonly string[] = Object.keys(CLASSES).filter((label) => !label.includes('with a wrong secret'))
const ENDPOINTS = ['/projects', '/projects/{project_id}/datasets', '/projects/{project_id}/nodes', '/rows', '/company']

/** Simulates blocks of responses of a server with these changes: variant A with both forms, B on five endpoints. */
export function simulate(variant: 'a' | 'b', changes: readonly Change[], seed: number) {
  const random = seeded(seed)
  const memory = new Map<string, number>()
  const keyIds = new Map(LABELS.map((label) => [label, hex(16, random)]))
  let sent = 0
  let made = 0
  const response = (label: string, at: number, form: Moment['form'], endpoint: string) => {
    const keyId = label === 'missing' || label === 'malformed' ? undefined : keyIds.get(label)!
    const moment = { label, form, endpoint, keyId, at, count: sent++, random, memory }
    const isPlacebo = PLACEBOS.includes(label) && { isPlacebo: true as const }
    return { label, words: CLASSES[label]!, ...isPlacebo, exchange: exchangeOf(moment, draftOf(moment, changes)) }
  }
  const block = (i: number, stage: Stage): Block => {
    const form = variant === 'a' && i % 2 === 1 ? 'bearer' : 'x-api-key'
    const endpoint = variant === 'a' ? '/users' : ENDPOINTS[i % ENDPOINTS.length]!
    const labels = LABELS.filter((label) => stage === 'confirm' || label !== 'unknown placebo')
    const answers = shuffled(labels, random).map((label, at) => response(label, at, form, endpoint))
    return { answers, strata: [`by ${form}`, `on ${endpoint}`], place: `${form} ${endpoint}` }
  }
  return (count: number, stage: Stage = 'confirm'): Block[] => Array.from({ length: count }, () => block(made++, stage))
}

export const hex = (length: number, random: () => number): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')

function draftOf(moment: Moment, changes: readonly Change[]): Draft {
  const draft: Draft = {
    status: 401,
    reason: 'Unauthorized',
    headers: [
      ['Content-Type', 'application/json'],
      ['Content-Length', '0'],
      ['Connection', 'keep-alive'],
    ],
    body: { error: { code: 'unauthorized', message: 'Invalid or missing API key', status: 401 } },
    write: JSON.stringify,
  }
  for (const change of changes) change(draft, moment)
  return draft
}

function exchangeOf({ label, form, endpoint, keyId, count, memory }: Moment, draft: Draft): Exchange {
  const key = keyId ? `tk_${keyId}_${'0'.repeat(64)}` : label === 'malformed' ? 'tk_nothing-like-a-key' : undefined
  const credential: Req['credential'] = {
    class: label.split(' ')[0] as CredentialClass,
    form: key ? form : 'none',
    headers: key ? [form === 'bearer' ? ['Authorization', `Bearer ${key}`] : ['X-Api-Key', key]] : [],
  }
  const req: Req = { endpoint, path: endpoint, credential }
  const about = { n: count + 1, rule: 'simulated', url: endpoint, headers: credential.headers }
  return { ...about, req, sentAt: START + (memory.get('clock') ?? 0), ms: 1, retries: 0, response: responseOf(draft) }
}

function responseOf({ status, reason, headers, body, write }: Draft): Response {
  const text = write(body)
  const measured = headers.map(
    ([name, value]) => [name, name.toLowerCase() === 'content-length' ? String(text.length) : value] as const,
  )
  return { status, reason, headers: measured, bytes: text.length, text, json: body, duplicates: [] }
}
