import { controlA } from './control/a.ts'
import { controlB } from './control/b.ts'
import type { Site } from './site.ts'

export { ControlRefused } from './control/refused.ts'

/** The admin side of both variants, as a control module has it. */
export const controlOf = (site: Site) => ({ a: controlA(site), b: controlB(site) })

export type Control = ReturnType<typeof controlOf>
