import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { isSupplied } from '../core/keys-in-request.ts'
import type { ClientCertificate, GatewayHeader } from '../core/network-options.ts'
import { readTextFile } from '../core/read-text-file.ts'
import { joined } from '../core/secret-text.ts'
import { UsageError } from '../core/usage-error.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** `Name: $VARIABLE`; a scheme or the name of a cookie may precede the variable. */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([A-Za-z][\w.-]{0,30}[ =])?\$(?:\{(\w+)\}|(\w+))$/
/** Headers that the suite or its connections set. */
const OWN =
  /^(authorization|x-api-key|accept|accept-encoding|user-agent|host|connection|content-length|transfer-encoding|expect|upgrade|te|keep-alive)$/i

/** Headers of every request, from texts such as `X-Gateway: $GATEWAY_TOKEN`. Throws a UsageError that repeats no value. */
export function gatewayHeaders(texts: readonly string[], from: string, variables: Variables): GatewayHeader[] {
  return texts.map((text) => {
    const [, name, before = '', braced, plain] = HEADER.exec(text.trim()) ?? []
    const variable = braced ?? plain
    if (name === undefined || variable === undefined) {
      const [, shown = 'Name'] = /^([\w-]+):/.exec(text.trim()) ?? []
      throw new UsageError(
        `${from}: write '${shown}: $VARIABLE', single-quoted, and set the variable in the environment or in .env: a literal value is refused, since it may be a secret`,
      )
    }
    if (OWN.test(name))
      throw new UsageError(`${from}: ${name} belongs to the suite's own requests; use another header for the gateway`)
    if (isSupplied(variable)) throw new UsageError(`${from}: $${variable} is an API key, which only the suite sends`)
    const value = variables[variable]
    if (!value) throw new UsageError(`${from}: $${variable} is not set; set it in the environment or in .env`)
    if (!/^[\x21-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\xff])?$/.test(value))
      throw new UsageError(`${from}: the value of $${variable} cannot be sent in a header (line break or white space)`)
    return { name, text: joined(before, [{ env: variable }]), value: before + value, variable, secret: value }
  })
}

/** A client certificate with its private key, both in PEM. Throws a UsageError unless they fit together. */
export function clientCertificate(cert: string, key: string | undefined, cwd: string): ClientCertificate {
  if (key === undefined) throw new UsageError('--cert: needs the private key too: --key FILE (or TENANT_CERT_KEY)')
  const [certFile, keyFile] = [resolve(cwd, cert), resolve(cwd, key)]
  const pemIn = (file: string, from: string) => readTextFile(file, { before: `${from}: ` }, 'latin1')
  const pair = { cert: pemIn(certFile, '--cert'), key: pemIn(keyFile, '--key') }
  try {
    createSecureContext(pair)
  } catch (error) {
    const { code = '', reason = 'not PEM' } = error as NodeJS.ErrnoException & { reason?: string }
    const why = /PASSWORD|PASSPHRASE|BAD_DECRYPT/i.test(`${code} ${reason}`)
      ? 'the key is encrypted: decrypt it with `openssl pkey`'
      : reason
    throw new UsageError(`--cert, --key: certificate and key cannot be used: ${why}`)
  }
  return { ...pair, certFile, keyFile }
}
