import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { readTextFile } from '../../core/read-text-file.ts'
import { open } from './dsse.ts'
import { TEST_RESULT, type TestResultStatement, VERIFICATION_RESULT, type VerificationStatement } from './statement.ts'

const text = z.string()
const hex = z.string().regex(/^[0-9a-f]+$/)
const Head = {
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z
    .array(
      z.looseObject({
        name: text.optional(),
        digest: z.union([z.strictObject({ sha256: hex }), z.strictObject({ gitCommit: hex })]),
      }),
    )
    .min(1),
}
const Coverage = z.looseObject({ required: z.int(), decided: z.int() })
const TestResultShape = z.looseObject({
  ...Head,
  predicateType: z.literal(TEST_RESULT),
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
      targets: z
        .array(
          z.looseObject({
            variant: z.enum(['a', 'b']),
            baseUrl: text,
            verdict: text,
            summary: text,
            coverage: Coverage,
          }),
        )
        .min(1),
    }),
  }),
})
const VerificationShape = z.looseObject({
  ...Head,
  predicateType: z.literal(VERIFICATION_RESULT),
  predicate: z.looseObject({
    verifier: z.looseObject({ id: text }),
    timeCreated: z.iso.datetime(),
    properties: z.array(text),
  }),
})
const Shape = z.discriminatedUnion('predicateType', [TestResultShape, VerificationShape])

/** A certificate, or why it is refused. */
export type Read = { readonly statement: TestResultStatement | VerificationStatement } | { readonly refused: string }

/** The statement of a certificate, if this key signed it and it is unchanged. */
export function readCertificate(path: string, publicKey: KeyObject): Read {
  const content = readTextFile(path)
  try {
    const payload: unknown = JSON.parse(open(content, publicKey))
    const parsed = Shape.safeParse(payload)
    if (!parsed.success) return { refused: 'what was signed is not a certificate' }
    return { statement: payload as TestResultStatement | VerificationStatement }
  } catch (error) {
    return { refused: error instanceof SyntaxError ? 'what was signed is not JSON' : (error as Error).message }
  }
}
