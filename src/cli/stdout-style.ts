import { type Style, styleFor, wantsColour } from '../report/console/style.ts'

export const stdoutStyle = (): Style => styleFor(wantsColour(process.env, process.stdout.isTTY ?? false))
