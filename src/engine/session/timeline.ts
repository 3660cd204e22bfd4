import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import { writeJson } from '../../core/json.ts'
import { display, type Secrets } from '../../core/secret-text.ts'
import type { FoundViolation } from './provisional-result.ts'

/** Maximum number of lines; earlier ones are omitted. */
const MAX_LINES = 24

interface Event {
  readonly at: number
  readonly line: string
}

/** Format control calls and requests in chronological order, with milliseconds since the first. */
export function timelineOf({ exchanges, steps, violation }: FoundViolation, secrets: Secrets): string[] {
  const sent = new Map([...exchanges, ...(violation.show ?? [])].map((x) => [x.n, x]))
  const requests = [...sent.values()].map((x) => ofExchange(x, secrets))
  const events = [...steps.map(ofStep), ...requests].sort((a, b) => a.at - b.at)
  const start = events[0]?.at ?? 0
  const lines = events.map(({ at, line }) => `+${at - start} ms  ${line}`)
  return lines.length > MAX_LINES
    ? [`(${lines.length - MAX_LINES} earlier steps omitted)`, ...lines.slice(-MAX_LINES)]
    : lines
}

function ofStep({ call, args, calledAt, returnedAt, result, refused, error }: ControlStep): Event {
  const argumentTexts = args
    .map((arg) => (typeof arg === 'string' ? arg : writeJson(arg)))
    .filter((text) => text !== '{}')
  const outcome =
    refused !== undefined ? `refused: ${refused}` : error !== undefined ? `failed: ${error}` : resultText(result)
  return {
    at: calledAt,
    line: `control.${call}(${argumentTexts.join(', ')}) → ${outcome}, after ${returnedAt - calledAt} ms`,
  }
}

const resultText = (result: ControlStep['result']): string => (result == null ? 'done' : writeJson(result))

function ofExchange({ req, sentAt, response, problem }: Exchange, secrets: Secrets): Event {
  const { credential, path, query = [] } = req
  const search = query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`).join('&')
  const key = credential.headers[0]?.[1] ?? 'no key'
  const outcome = response ? `${response.status}` : `no response: ${problem?.message}`
  return {
    at: sentAt,
    line: `${req.method ?? 'GET'} ${path}${search && `?${search}`} with ${display(key, secrets)} → ${outcome}`,
  }
}
