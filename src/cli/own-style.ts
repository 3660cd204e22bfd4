import { type Style, styleFor, wantsColour } from '../report/console/style.ts'

/** How texts are set off on our own standard output. */
export const ownStyle = (): Style => styleFor(wantsColour(process.env, process.stdout.isTTY ?? false))
