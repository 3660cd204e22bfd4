import { type Call, type Hostile, headOf, type ResponseParts, write } from './server.ts'

const JSON_TYPE = ['Content-Type', 'application/json'] as const

/** Bytes as they are, after each request. */
export const bytes =
  (text: string | Buffer): Hostile['response'] =>
  ({ socket }) =>
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)

/** The same response to every request. */
export const same =
  (
    status: number,
    body: string | Buffer,
    headers: ResponseParts['headers'] = [JSON_TYPE],
    reason = '',
  ): Hostile['response'] =>
  (call) =>
    write(call, { status, reason, headers, body: Buffer.from(body) })

/** The legal response with something else about it. */
export const changed =
  (change: (response: ResponseParts, call: Call) => ResponseParts): Hostile['response'] =>
  async (call) =>
    write(call, change(await call.legal(), call))

/** The legal response with another body. */
export const body = (change: (text: string, call: Call) => string | Buffer): Hostile['response'] =>
  changed((response, call) => ({ ...response, body: Buffer.from(change(String(response.body), call)) }))

/** The legal response with more headers. */
export const more = (...headers: ResponseParts['headers']): Hostile['response'] =>
  changed((response) => ({ ...response, headers: [...response.headers, ...headers] }))

/** The head of the legal response without its end; `rest` follows it. */
export const framed =
  (rest: (body: Buffer) => string | Buffer, and?: (call: Call) => unknown): Hostile['response'] =>
  async (call) => {
    const response = await call.legal()
    call.socket.write(headOf(response), 'latin1')
    call.socket.write(rest(response.body))
    and?.(call)
  }

/** Writes for as long as somebody reads. */
export const forever =
  (start: string, chunk: Buffer): Hostile['response'] =>
  ({ socket }) => {
    socket.write(start)
    const go = () => {
      while (!socket.destroyed && socket.write(chunk)) {}
    }
    socket.on('drain', go)
    go()
  }

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

/** Hostile to successful responses only: the legal server's other responses are as they are. */
export const onSuccess =
  (response: Hostile['response']): Hostile['response'] =>
  async (call) => {
    const legal = await call.legal()
    return legal.status === 200 ? response({ ...call, legal: async () => legal }) : write(call, legal)
  }

/** Legal for this many requests. */
export const after =
  (requests: number) =>
  ({ n }: Call): boolean =>
    n > requests
