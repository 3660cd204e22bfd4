import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import type { RuleResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'
import { recorderFor, recordingFile } from '../engine/recording/recording-file.ts'
import { type Session, startSession } from '../engine/session/session.ts'
import { deploy } from '../proof/selfcheck/deployment.ts'
import { catalogOf } from '../proof/selfcheck/try-against.ts'

export interface Recorded {
  readonly file: string
  readonly results: readonly RuleResult[]
  readonly target: TargetSettings
  readonly requests: number
  remove(): Promise<void>
}

export interface Choice extends Partial<Omit<Settings, 'control'>> {
  readonly variant: Variant
  readonly behaviour?: Partial<Behaviour>
  /** Whether the server's control module is used (default: no). */
  readonly control?: boolean
  /** Called with the session as it starts. */
  readonly onStart?: (session: Session) => void
}

/** Runs the suite against a new reference server, which then ends, and keeps a recording. */
export async function recorded({ variant, behaviour, control, onStart, ...choice }: Choice): Promise<Recorded> {
  const out = await mkdtemp(join(tmpdir(), 'recorded-'))
  const [catalog, deployment] = await Promise.all([catalogOf(variant), deploy(behaviour)])
  const target = deployment.target(variant)
  const settings: Settings = { ...USUAL, out, ...choice }
  const source = control ? deployment.control : undefined
  const extras = { openRecorder: recorderFor(settings, target) }
  const session = startSession(settings, target, catalog, source, undefined, extras)
  onStart?.(session)
  const results = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  const { requests } = session.progress()
  await session.close()
  await deployment.close()
  return {
    file: recordingFile(settings, variant)!,
    results,
    target,
    requests,
    remove: () => rm(out, { recursive: true, force: true }),
  }
}

const USUAL: Omit<Settings, 'out'> = {
  targets: [],
  depth: 'standard',
  rules: [],
  seed: 1,
  concurrency: 16,
  timeout: 10_000,
  strict: true,
  requireComplete: false,
  timing: false,
  reporters: [],
  record: 'all',
}
