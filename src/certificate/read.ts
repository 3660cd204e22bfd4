import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { readText } from '../read-text.ts'
import { open } from './dsse.ts'
import type { Statement } from './statement.ts'

const text = z.string()
const Shape = z.looseObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.looseObject({ name: text })).min(1),
  predicateType: z.literal('https://in-toto.io/attestation/test-result/v0.1'),
  predicate: z.looseObject({
    scope: text,
    result: z.enum(['PASSED', 'WARNED']),
    passedTests: z.array(text),
    warnedTests: z.array(text),
    failedTests: z.array(text),
    configuration: z.array(z.looseObject({ name: text, digest: z.looseObject({ sha256: text }) })),
    conformance: z.looseObject({
      suite: z.looseObject({ name: text, version: text }),
      startedAt: z.iso.datetime(),
      validUntil: z.iso.datetime(),
      evidence: z.enum(['fixed keys', 'control module']),
      depth: z.enum(['quick', 'standard', 'exhaustive']),
      targets: z.array(z.looseObject({ variant: z.enum(['a', 'b']), baseUrl: text, verdict: text })).min(1),
    }),
  }),
})

/** What came of reading a certificate. */
export type Read = { readonly statement: Statement } | { readonly refused: string }

/** The statement of a certificate that this key signed and nobody changed, or why it is refused. */
export function readCertificate(path: string, publicKey: KeyObject): Read {
  const content = readText(path)
  try {
    const payload: unknown = JSON.parse(open(content, publicKey))
    const parsed = Shape.safeParse(payload)
    return parsed.success ? { statement: payload as Statement } : { refused: 'what was signed is no certificate' }
  } catch (error) {
    return { refused: error instanceof SyntaxError ? 'what was signed is no JSON' : (error as Error).message }
  }
}
