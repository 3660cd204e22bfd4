import type { SecureVersion } from 'node:tls'
import { generate } from 'selfsigned'
import { bytes, changed } from '../responses.ts'
import type { Hostile, Shown } from '../server.ts'

const DAY = 86_400_000
const legal = changed((response) => response)

interface Wish {
  readonly host?: string
  /** Days from now from which it is valid, and for how many. */
  readonly from?: number
  readonly days?: number
  readonly ca?: { readonly key: string; readonly cert: string }
}

/** A certificate for an address, signed by itself where no authority is given. */
async function certificate({ host = '127.0.0.1', from = -1, days = 30, ca }: Wish = {}) {
  const notBeforeDate = new Date(Date.now() + from * DAY)
  const notAfterDate = new Date(notBeforeDate.getTime() + days * DAY)
  const altName = /^[\d.]+$/.test(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }
  const made = await generate([{ name: 'commonName', value: host }], {
    ...{ keyType: 'ec', algorithm: 'sha256', notBeforeDate, notAfterDate, ca },
    extensions: [{ name: 'subjectAltName', altNames: [altName] }],
  })
  return { cert: made.cert, key: made.private }
}

async function authority() {
  const made = await generate([{ name: 'commonName', value: 'Hostile Test CA' }], {
    ...{ keyType: 'ec', algorithm: 'sha256' },
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  return { cert: made.cert, key: made.private }
}

/** By an authority that the machine trusts, or does not. */
const signed =
  (wish: Wish, trusted = true) =>
  async (): Promise<Shown> => {
    const ca = await authority()
    return { options: await certificate({ ...wish, ca }), ...(trusted && { trusted: ca.cert }) }
  }

async function old(version: SecureVersion): Promise<Shown> {
  const options = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
  return { options: { ...(await certificate()), ...options } }
}

const none = async (): Promise<Shown> => ({})

/** Those whose connection cannot be trusted. */
export const TLS: readonly Hostile[] = [
  {
    name: 'TLS: signed by itself',
    tls: async () => ({ options: await certificate() }),
    response: legal,
    verdict: 'inconclusive',
    says: /self-signed.*--ca FILE/s,
  },
  {
    name: 'TLS: signed by an unknown authority',
    tls: signed({}, false),
    response: legal,
    verdict: 'inconclusive',
    says: /not trust.*--ca FILE/s,
  },
  { name: 'TLS: expired', tls: signed({ from: -60 }), response: legal, verdict: 'inconclusive', says: /expired/ },
  {
    name: 'TLS: not valid yet',
    tls: signed({ from: 30 }),
    response: legal,
    verdict: 'inconclusive',
    says: /not yet valid/,
  },
  {
    name: 'TLS: of another host',
    tls: signed({ host: 'other.example' }),
    response: legal,
    verdict: 'inconclusive',
    says: /other\.example/,
  },
  {
    name: 'TLS: signed by a known authority',
    tls: signed({}),
    response: legal,
    verdict: 'conformant',
    says: /conformant/,
  },
  { name: 'TLS: 1.0 only', tls: () => old('TLSv1'), response: legal, verdict: 'inconclusive', says: /TLS/ },
  {
    name: 'TLS: closed in the handshake',
    tls: none,
    connected: (socket) => socket.once('data', () => socket.end()),
    response: () => undefined,
    verdict: 'inconclusive',
    says: /TLS/,
  },
  {
    name: 'TLS: reset in the handshake',
    tls: none,
    connected: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    response: () => undefined,
    verdict: 'inconclusive',
    says: /ECONNRESET/,
  },
  {
    name: 'TLS: silent in the handshake',
    tls: none,
    response: () => undefined,
    verdict: 'inconclusive',
    says: /within 1000 ms|timeout/i,
  },
  {
    name: 'TLS: plain HTTP',
    tls: none,
    connected: (socket) => socket.once('data', () => bytes('HTTP/1.1 400 Bad Request\r\n\r\n')({ socket } as never)),
    response: () => undefined,
    verdict: 'inconclusive',
    says: /http:\/\//,
  },
]
