import { MANUAL, type Settings, type TargetSettings } from '../../core/settings.ts'

/** The settings of a run as a certificate holds them: which keys, but no secret. */
export interface CertifiedSettings {
  /** Patterns of `--rule`; empty: all. */
  readonly rules: readonly string[]
  readonly timing: boolean
  readonly concurrency: number
  readonly rate?: number
  readonly timeout: number
  readonly maxRequests?: number
  readonly control: 'none' | 'module' | 'manual'
  readonly targets: readonly Readonly<Record<string, unknown>>[]
}

export function settingsWithoutSecrets(settings: Settings): CertifiedSettings {
  const { rules, timing, concurrency, rate, timeout, maxRequests, control, targets } = settings
  return {
    ...{ rules, timing, concurrency, rate, timeout, maxRequests },
    control: control === undefined ? 'none' : control.file === MANUAL ? 'manual' : 'module',
    targets: targets.map(targetWithoutSecrets),
  }
}

function targetWithoutSecrets({ keys, ...target }: TargetSettings) {
  const shown = Object.entries(keys).map(([condition, key]) => [condition, masked(key!.value)] as const)
  return { ...target, keys: Object.fromEntries(shown) }
}

const SECRET_LENGTH = 64

/** `<prefix>_<key_id>_****` */
const masked = (key: string): string => `${key.slice(0, -SECRET_LENGTH)}****`
