import { type ServerResponse, STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Site } from './site.ts'
import type { Call, ResponseParts } from './types.ts'

/** Sends a response according to the transport decisions, immediately unless they delay it. */
export function send(response: ResponseParts, call: Call, site: Site, out: ServerResponse): Promise<void> | undefined {
  const { behaviour: b } = site
  const last = b.response(response, call)
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

function write(response: ResponseParts, call: Call, site: Site, out: ServerResponse): void {
  const { behaviour: b } = site
  const dropped = b.dropped(call)
  if (dropped === 'before') return void out.socket?.resetAndDestroy()
  const coding = b.contentCoding(call)
  const body = coding === 'gzip' ? gzipSync(response.body) : response.body
  const framing = b.framing(call)
  const headers = flat(response, call, site)
  if (coding === 'gzip') headers.push('Content-Encoding', 'gzip')
  if (framing === 'length') headers.push('Content-Length', String(Buffer.byteLength(body)))
  else if (framing === 'close') out.useChunkedEncodingByDefault = false
  if (framing === 'close' || b.connection(call) === 'close') headers.push('Connection', 'close')
  const reason = response.reason ?? b.reasonPhrase(response.status, call) ?? STATUS_CODES[response.status]
  out.sendDate = false
  out.writeHead(response.status, reason ?? 'Unknown', headers)
  if (dropped === 'midway') return void cut(Buffer.from(body), out)
  if (framing === 'chunked') writeHalves(Buffer.from(body), out)
  else out.end(body)
}

function flat(response: ResponseParts, call: Call, { behaviour: b }: Site): string[] {
  const headers: string[] = []
  for (const [name, value] of response.headers) headers.push(name, value)
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
