import { type Answer, type Call, type Hostile, headOf, write } from './server.ts'

const JSON_TYPE = ['Content-Type', 'application/json'] as const

/** Bytes as they are, after each request. */
export const bytes =
  (text: string | Buffer): Hostile['answer'] =>
  ({ socket }) =>
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)

/** The same answer to every request. */
export const same =
  (status: number, body: string | Buffer, headers: Answer['headers'] = [JSON_TYPE], reason = ''): Hostile['answer'] =>
  (call) =>
    write(call, { status, reason, headers, body: Buffer.from(body) })

/** The legal answer with something else about it. */
export const changed =
  (change: (answer: Answer, call: Call) => Answer): Hostile['answer'] =>
  async (call) =>
    write(call, change(await call.legal(), call))

/** The legal answer with another body. */
export const body = (change: (text: string, call: Call) => string | Buffer): Hostile['answer'] =>
  changed((answer, call) => ({ ...answer, body: Buffer.from(change(String(answer.body), call)) }))

/** The legal answer with more headers. */
export const more = (...headers: Answer['headers']): Hostile['answer'] =>
  changed((answer) => ({ ...answer, headers: [...answer.headers, ...headers] }))

/** The head of the legal answer without its end; `rest` follows it. */
export const framed =
  (rest: (body: Buffer) => string | Buffer, and?: (call: Call) => unknown): Hostile['answer'] =>
  async (call) => {
    const answer = await call.legal()
    call.socket.write(headOf(answer), 'latin1')
    call.socket.write(rest(answer.body))
    and?.(call)
  }

/** Writes for as long as somebody reads. */
export const forever =
  (start: string, chunk: Buffer): Hostile['answer'] =>
  ({ socket }) => {
    socket.write(start)
    const go = () => {
      while (!socket.destroyed && socket.write(chunk)) {}
    }
    socket.on('drain', go)
    go()
  }

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

/** Hostile to successful answers only: the legal server's other answers are as they are. */
export const onSuccess =
  (answer: Hostile['answer']): Hostile['answer'] =>
  async (call) => {
    const legal = await call.legal()
    return legal.status === 200 ? answer({ ...call, legal: async () => legal }) : write(call, legal)
  }

/** Legal for so many requests. */
export const after =
  (requests: number) =>
  ({ n }: Call): boolean =>
    n > requests
