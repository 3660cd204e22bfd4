import { CONTROLS } from './style/controls.ts'
import { EVIDENCE } from './style/evidence.ts'
import { PAGE } from './style/page.ts'
import { PALETTE } from './style/palette.ts'
import { PLOTS } from './style/plots.ts'
import { PRINT } from './style/print.ts'

export const STYLE = [PALETTE, PAGE, EVIDENCE, CONTROLS, PLOTS, PRINT].join('')
