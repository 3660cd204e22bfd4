import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { readTextFile } from '../../core/read-text-file.ts'
import { UsageError } from '../../core/usage-error.ts'

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse, v1) with one Ed25519 signature. Base64 but for type and key. */
const Envelope = z.object({
  payload: z.string(),
  payloadType: z.string(),
  signatures: z.tuple([z.object({ keyid: z.string(), sig: z.string() })]),
})

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** In hex. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** SHA-256 of the public key as SPKI, in hex. */
const keyIdOf = (publicKey: KeyObject): string => sha256(publicKey.export({ type: 'spki', format: 'der' }))

/** The envelope in its only form, so that a change of any byte is detected. */
export function seal(payload: string, privateKey: KeyObject, publicKey: KeyObject): string {
  const body = Buffer.from(payload)
  const sig = sign(null, encoded(PAYLOAD_TYPE, body), privateKey).toString('base64')
  return serialize({
    payload: body.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyIdOf(publicKey), sig }],
  })
}

/** The payload of an envelope that this key signed. Throws an Error of one line for another key or a changed byte. */
export function open(text: string, publicKey: KeyObject): string {
  const envelope = envelopeOf(text)
  const [{ keyid, sig }] = envelope.signatures
  const [body, signature] = [envelope.payload, sig].map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  if (keyid !== keyIdOf(publicKey)) throw new Error('it was signed with another key')
  const isValid = verify(null, encoded(envelope.payloadType, body), publicKey, signature)
  if (!isValid) throw new Error('its signature does not fit: it was changed')
  // No signature covers spaces and the unused bits of Base64.
  const canonical = serialize({
    ...envelope,
    payload: body.toString('base64'),
    signatures: [{ keyid, sig: signature.toString('base64') }],
  })
  if (canonical !== text) throw new Error('it is not written as it was signed: it was changed')
  return body.toString()
}

function envelopeOf(text: string): z.infer<typeof Envelope> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
  const { data } = Envelope.safeParse(value)
  if (!data) throw new Error('it is no DSSE envelope with one signature')
  return data
}

const serialize = (envelope: z.infer<typeof Envelope>): string => `${JSON.stringify(envelope, null, 2)}\n`

/** The pre-authentication encoding of DSSE: what is signed. */
function encoded(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body])
}

const MAKE = '`openssl genpkey -algorithm ed25519 -out sign.pem` makes one'

/** The Ed25519 key pair in a PEM file. Errors never quote the file. */
export function readSignKey(path: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const privateKey = keyFrom(
    '--sign-key',
    path,
    createPrivateKey,
    `no private key in PEM without a passphrase; ${MAKE}`,
  )
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** The public key in a PEM file, also in that of a private key. */
export const readPublicKey = (path: string): KeyObject =>
  keyFrom('--public-key', path, createPublicKey, 'no public key in PEM; `openssl pkey -in sign.pem -pubout` prints it')

function keyFrom(option: string, path: string, make: (pem: string) => KeyObject, problem: string): KeyObject {
  const pem = readTextFile(path, { before: `${option}: ` })
  let key: KeyObject
  try {
    key = make(pem)
  } catch {
    throw new UsageError(`${option}: ${JSON.stringify(path)} holds ${problem}`)
  }
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new UsageError(
    `${option}: ${JSON.stringify(path)} holds a key of ${key.asymmetricKeyType}, not Ed25519; ${MAKE}`,
  )
}
