import type { Hostile } from './server.ts'
import { COSTLY_BODIES } from './servers/costly-bodies.ts'
import { FAILING_MIDWAY } from './servers/failing-midway.ts'
import { FRAMING } from './servers/framing.ts'
import { HOSTILE_TEXTS } from './servers/hostile-texts.ts'
import { JSON_ } from './servers/json.ts'
import { LARGE } from './servers/large.ts'
import { SILENT } from './servers/silent.ts'
import { TLS } from './servers/tls.ts'

export const HOSTILE: readonly Hostile[] = [
  ...SILENT,
  ...FRAMING,
  ...LARGE,
  ...COSTLY_BODIES,
  ...JSON_,
  ...FAILING_MIDWAY,
  ...HOSTILE_TEXTS,
  ...TLS,
]
