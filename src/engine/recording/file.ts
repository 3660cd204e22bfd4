import { join } from 'node:path'
import { suite } from '../../core/package.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import { curlOptions } from '../../http/curl-options.ts'
import { named } from '../session/supplied.ts'
import { type Header, TAPE_VERSION } from './format.ts'
import { openRecorder, type Tape, type TapeSource } from './recorder.ts'

/** Stands beside the report: one for each target. */
export const recordingName = (variant: Variant): string => `recording-${variant}.ndjson.gz`

/** What is needed for the HAR only goes when that is written. */
const passingName = (variant: Variant): string => `.exchanges-${variant}.ndjson.gz`

/** Where the exchanges of a run are kept; undefined where nobody asked for them. */
export function tapeFile({ out, record, reporters }: Settings, variant: Variant): string | undefined {
  if (record === 'all') return join(out, recordingName(variant))
  return reporters.includes('har') ? join(out, passingName(variant)) : undefined
}

/** What opens the tape of a session, where there is to be one. */
export function recorderFor(settings: Settings, supplied: TargetSettings): ((about: TapeSource) => Tape) | undefined {
  const file = tapeFile(settings, supplied.variant)
  if (file === undefined) return undefined
  return ({ secrets, redactor, ...about }) =>
    openRecorder({ file, header: headerOf(settings, supplied, about), secrets, redactor })
}

function headerOf(
  settings: Settings,
  supplied: TargetSettings,
  about: Pick<Header, 'control' | 'byHand' | 'order'>,
): Header {
  const { seed, depth, strict, rules, timing, concurrency, catalogue, demo, record } = settings
  const { variant, keys, ...target } = supplied
  return {
    version: TAPE_VERSION,
    suite: { name: suite.name, version: suite.version },
    startedAt: new Date().toISOString(),
    keep: record,
    variant,
    settings: { seed, depth, strict, rules, timing, concurrency, catalogue, demo },
    target: { ...target, keys: named(keys) },
    curlWay: curlOptions(target.baseUrl, settings.network),
    ...about,
  }
}
