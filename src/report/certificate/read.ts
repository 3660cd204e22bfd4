import type { KeyObject } from 'node:crypto'
import { readTextFile } from '../../core/read-text-file.ts'
import { open } from './dsse.ts'
import { Statement } from './statement.ts'

/** A certificate, or why it is refused. */
export type Read = { readonly statement: Statement } | { readonly refused: string }

/** The statement of a certificate, if this key signed it and it is unchanged. */
export function readCertificate(path: string, publicKey: KeyObject): Read {
  const content = readTextFile(path)
  try {
    const payload: unknown = JSON.parse(open(content, publicKey))
    const parsed = Statement.safeParse(payload)
    if (!parsed.success) return { refused: 'what was signed is not a certificate' }
    return { statement: payload as Statement }
  } catch (error) {
    return { refused: error instanceof SyntaxError ? 'what was signed is not JSON' : (error as Error).message }
  }
}
