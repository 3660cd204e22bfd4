import { generate } from 'selfsigned'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

const DAY_MS = 86_400_000

interface Kind {
  /** Left out: self-signed. */
  readonly by?: Certificate
  readonly names?: readonly string[]
  readonly expired?: boolean
  readonly isAuthority?: boolean
}

/** A certificate that only a test accepts. */
export async function certificate(kind: Kind = {}): Promise<Certificate> {
  const { by, names = ['localhost'], expired = false, isAuthority = false } = kind
  const from = Date.now() - 3 * DAY_MS
  const made = await generate([{ name: 'commonName', value: isAuthority ? 'An authority' : names[0]! }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(from),
    notAfterDate: new Date(from + (expired ? 1 : 30) * DAY_MS),
    extensions: isAuthority
      ? [
          { name: 'basicConstraints', cA: true },
          { name: 'keyUsage', keyCertSign: true },
        ]
      : [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) }],
    ...(by && { ca: by }),
  })
  return { key: made.private, cert: made.cert }
}
