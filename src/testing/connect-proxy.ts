import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface ConnectProxy {
  readonly url: string
  /** Of each CONNECT: where to, and its credential. */
  readonly seen: { readonly to: string; readonly auth?: string }[]
  close(): void
}

/** A proxy that knows CONNECT only, and takes every name for this machine. */
export async function connectProxy(refuse?: number): Promise<ConnectProxy> {
  const seen: ConnectProxy['seen'] = []
  const sockets = new Set<Socket>()
  const server = createServer((_req, res) => res.writeHead(405).end())
  server.on('connect', (req, socket: Socket, head) => {
    seen.push({ to: req.url!, auth: req.headers['proxy-authorization'] })
    if (refuse) return socket.end(`HTTP/1.1 ${refuse} Refused\r\n\r\n`)
    const upstream = connect(Number(req.url!.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
