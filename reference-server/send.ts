import { type ServerResponse, STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Site } from './site.ts'
import type { Answer, Call } from './types.ts'

/** Sends a response according to the transport decisions, immediately unless they delay it. */
export function send(answer: Answer, call: Call, site: Site, out: ServerResponse): Promise<void> | undefined {
  const { behaviour: b } = site
  const last = b.answer(answer, call)
  const delay = (last.delayMs ?? 0) + b.latencyMs(call)
  if (delay <= 0) return void write(last, call, site, out)
  return pause(delay).then(() => write(last, call, site, out))
}

/** Timers have millisecond resolution: a busy loop waits for the rest. */
async function pause(ms: number): Promise<void> {
  const end = performance.now() + ms
  if (ms >= 1) await sleep(Math.floor(ms))
  while (performance.now() < end);
}

function write(answer: Answer, call: Call, site: Site, out: ServerResponse): void {
  const { behaviour: b } = site
  const dropped = b.dropped(call)
  if (dropped === 'before') return void out.socket?.resetAndDestroy()
  const coding = b.contentCoding(call)
  const body = coding === 'gzip' ? gzipSync(answer.body) : answer.body
  const framing = b.framing(call)
  const headers = flat(answer, call, site)
  if (coding === 'gzip') headers.push('Content-Encoding', 'gzip')
  if (framing === 'length') headers.push('Content-Length', String(Buffer.byteLength(body)))
  else if (framing === 'close') out.useChunkedEncodingByDefault = false
  if (framing === 'close' || b.connection(call) === 'close') headers.push('Connection', 'close')
  const reason = answer.reason ?? b.reasonPhrase(answer.status, call) ?? STATUS_CODES[answer.status]
  out.sendDate = false
  out.writeHead(answer.status, reason ?? 'Unknown', headers)
  if (dropped === 'midway') return void cut(Buffer.from(body), out)
  if (framing === 'chunked') writeHalves(Buffer.from(body), out)
  else out.end(body)
}

function flat(answer: Answer, call: Call, { behaviour: b }: Site): string[] {
  const headers: string[] = []
  for (const [name, value] of answer.headers) headers.push(name, value)
  const date = b.dateHeader(call.now, call)
  if (date !== undefined) headers.push('Date', date)
  return headers
}

function cut(body: Buffer, out: ServerResponse): void {
  out.write(body.subarray(0, body.length >> 1), () => out.socket?.resetAndDestroy())
}

function writeHalves(body: Buffer, out: ServerResponse): void {
  const half = body.length >> 1
  out.write(body.subarray(0, half))
  out.end(body.subarray(half))
}
