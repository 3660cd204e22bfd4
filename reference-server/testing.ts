import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { type StartOptions, start } from './start.ts'

export interface Got {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
  text: string
}

/** A server for one test, and short ways to ask it. */
export async function running(options: StartOptions = {}) {
  const server = await start(options)
  onTestFinished(() => server.close())
  const { env } = server
  const ask = async (url: string, headers: Record<string, string> = {}): Promise<Got> => {
    const response = await fetch(url, { headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }
  return {
    ...server,
    ask,
    inA: (path: string, headers: Record<string, string> = { 'X-Api-Key': env.TENANT_A_KEY! }) =>
      ask(`${server.a.baseUrl}/api/public/v1${path}`, headers),
    inB: (path: string, key: string = env.TENANT_B_KEY!) =>
      ask(`${server.b.baseUrl}/api/public/v1${path}`, { 'X-Api-Key': key }),
    rowsPath: `/projects/${env.TENANT_B_PROJECT_ID}/datasets/${env.TENANT_B_DATASET_ID}/rows`,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All bytes of a response except its Date. */
export async function rawResponse(url: string, lines: readonly string[] = []): Promise<string> {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${hostname}`, 'Connection: close', ...lines]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let bytes = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    bytes += chunk
  })
  await once(socket, 'close')
  return bytes.replace(/^Date: .*\r\n/im, '')
}
