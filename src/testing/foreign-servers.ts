import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Strange {
  readonly baseUrl: string
  readonly requests: () => number
  close(): Promise<void>
}

/** An HTTP server that is not the API at all. */
export async function serve(listener: RequestListener): Promise<Strange> {
  let requests = 0
  const server: Server = createServer((req, res) => {
    requests++
    listener(req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const answer =
  (status: number, type: string, body: string): RequestListener =>
  (_, res) =>
    res.writeHead(status, { 'content-type': type }).end(body)

/** Servers that people point a suite at by mistake. */
export const FOREIGN_SERVERS = {
  'returns 200 {} to everything': answer(200, 'application/json', '{}'),
  'returns 500 to everything': answer(500, 'text/html', '<h1>Internal Server Error</h1>'),
  'closes every connection': (req) => req.socket.destroy(),
  'serves files': answer(404, 'text/html', '<h1>Not Found</h1>'),
  'returns a page of HTML to everything': answer(200, 'text/html', '<!doctype html><title>App</title>'),
  'refuses every key': answer(401, 'application/json', '{"error":{"code":"unauthorized"}}'),
} satisfies Record<string, RequestListener>
