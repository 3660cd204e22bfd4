import { UsageError } from '../../core/usage-error.ts'

/** An in-toto ResourceDescriptor of the artifact that the deployment runs. */
export interface Subject {
  /** Of a container image, without its digest. */
  readonly name?: string
  readonly digest: { readonly sha256: string } | { readonly gitCommit: string }
}

const FORMS = 'sha256:HEX, gitCommit:HEX or IMAGE@sha256:HEX'

/** The artifact that `--subject` names. Throws a UsageError for anything but a digest: a certificate of a name certifies nothing. */
export function parseSubject(text: string): Subject {
  const [, image, sha256] = /^(?:([^\s@]+)@)?sha256:([0-9a-f]{64})$/.exec(text) ?? []
  if (sha256 !== undefined) return { ...(image !== undefined && { name: image }), digest: { sha256 } }
  const [, gitCommit] = /^gitCommit:([0-9a-f]{40}|[0-9a-f]{64})$/.exec(text) ?? []
  if (gitCommit !== undefined) return { digest: { gitCommit } }
  throw new UsageError(`--subject: must be the digest of the deployed artifact, ${FORMS}, not ${JSON.stringify(text)}`)
}

/** As `--subject` takes it. */
export function subjectText({ name, digest }: Subject): string {
  const [[algorithm, hex]] = Object.entries(digest) as [[string, string]]
  return `${name === undefined ? '' : `${name}@`}${algorithm}:${hex}`
}
