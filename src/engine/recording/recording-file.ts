import { join } from 'node:path'
import { suite } from '../../core/package.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import { curlOptions } from '../../http/curl-command.ts'
import { namedKeys } from '../session/supplied-keys.ts'
import { type Header, RECORDING_VERSION } from './format.ts'
import { openRecorder, type RecordedSession, type Recorder } from './recorder.ts'

/** File name of a target's recording, next to the report. */
export const recordingName = (variant: Variant): string => `recording-${variant}.ndjson.gz`

/** Deleted after the HAR file is written. */
const temporaryName = (variant: Variant): string => `.exchanges-${variant}.ndjson.gz`

/** Path of the recording of a run; undefined if neither the recording nor a HAR file is requested. */
export function recordingFile({ out, record, reporters }: Settings, variant: Variant): string | undefined {
  if (record === 'all') return join(out, recordingName(variant))
  return reporters.includes('har') ? join(out, temporaryName(variant)) : undefined
}

/** Return the function that opens the recorder of a session; undefined if nothing is to be recorded. */
export function recorderFor(
  settings: Settings,
  supplied: TargetSettings,
): ((about: RecordedSession) => Recorder) | undefined {
  const file = recordingFile(settings, supplied.variant)
  if (file === undefined) return undefined
  return ({ secrets, redactor, ...about }) =>
    openRecorder({ file, header: headerOf(settings, supplied, about), secrets, redactor })
}

function headerOf(
  settings: Settings,
  supplied: TargetSettings,
  about: Pick<Header, 'control' | 'byHand' | 'order' | 'confirms'>,
): Header {
  const { seed, depth, strict, rules, shard, timing, concurrency, catalogue, demo, record } = settings
  const { variant, keys, ...target } = supplied
  return {
    version: RECORDING_VERSION,
    suite: { name: suite.name, version: suite.version },
    startedAt: new Date().toISOString(),
    keep: record,
    variant,
    settings: { seed, depth, strict, rules, shard, timing, concurrency, catalogue, demo },
    target: { ...target, keys: namedKeys(keys) },
    curlWay: curlOptions(target.baseUrl, settings.network),
    ...about,
  }
}
