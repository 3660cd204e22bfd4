import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readText } from '../../core/read-text-file.ts'
import { UsageError } from '../../core/usage-error.ts'

const MAKE = '`openssl genpkey -algorithm ed25519 -out sign.pem` makes one'

/** The Ed25519 key in a PEM file. What stands in the file is never quoted. */
export function readSignKey(path: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const privateKey = keyFrom(
    '--sign-key',
    path,
    createPrivateKey,
    `no private key in PEM without a passphrase; ${MAKE}`,
  )
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** A public key; that of a private key is taken as well. */
export const readPublicKey = (path: string): KeyObject =>
  keyFrom('--public-key', path, createPublicKey, 'no public key in PEM; `openssl pkey -in sign.pem -pubout` prints it')

function keyFrom(option: string, path: string, make: (pem: string) => KeyObject, problem: string): KeyObject {
  const pem = readText(path, { before: `${option}: ` })
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
