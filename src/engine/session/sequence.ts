import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import { writeJson } from '../../core/json.ts'
import { display, type Secrets } from '../../core/secret-text.ts'
import type { Break } from './draft.ts'

/** A long story is told by its end. */
const MOST = 24

interface Event {
  readonly at: number
  readonly line: string
}

/** What was done at the console and what was sent, in the order of time, with milliseconds since the first of it. */
export function sequenceOf({ exchanges, steps, violation }: Break, secrets: Secrets): string[] {
  const sent = new Map([...exchanges, ...(violation.show ?? [])].map((x) => [x.n, x]))
  const requests = [...sent.values()].map((x) => ofExchange(x, secrets))
  const events = [...steps.map(ofStep), ...requests].sort((a, b) => a.at - b.at)
  const start = events[0]?.at ?? 0
  const lines = events.map(({ at, line }) => `+${at - start} ms  ${line}`)
  return lines.length > MOST ? [`(${lines.length - MOST} steps before these)`, ...lines.slice(-MOST)] : lines
}

function ofStep({ call, args, calledAt, returnedAt, result, refused, error }: ControlStep): Event {
  const given = args.map((arg) => (typeof arg === 'string' ? arg : writeJson(arg))).filter((text) => text !== '{}')
  const end = refused !== undefined ? `refused: ${refused}` : error !== undefined ? `failed: ${error}` : told(result)
  return { at: calledAt, line: `control.${call}(${given.join(', ')}) → ${end}, after ${returnedAt - calledAt} ms` }
}

const told = (result: ControlStep['result']): string => (result == null ? 'done' : writeJson(result))

function ofExchange({ req, sentAt, response, problem }: Exchange, secrets: Secrets): Event {
  const { credential, path, query = [] } = req
  const search = query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`).join('&')
  const key = credential.headers[0]?.[1] ?? 'no key'
  const answer = response ? `${response.status}` : `no answer: ${problem?.message}`
  return {
    at: sentAt,
    line: `${req.method ?? 'GET'} ${path}${search && `?${search}`} by ${display(key, secrets)} → ${answer}`,
  }
}
