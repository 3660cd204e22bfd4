import type { Hostile } from './server.ts'
import { FRAMING } from './servers/framing.ts'
import { HEAVY } from './servers/heavy.ts'
import { JSON_ } from './servers/json.ts'
import { LARGE } from './servers/large.ts'
import { MOMENTS } from './servers/moments.ts'
import { SILENT } from './servers/silent.ts'
import { TLS } from './servers/tls.ts'
import { WORDS } from './servers/words.ts'

export const HOSTILE: readonly Hostile[] = [
  ...SILENT,
  ...FRAMING,
  ...LARGE,
  ...HEAVY,
  ...JSON_,
  ...MOMENTS,
  ...WORDS,
  ...TLS,
]
