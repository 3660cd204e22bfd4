import { existsSync, writeFileSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { ENV } from './init/env.ts'
import { SKELETON } from './init/skeleton.ts'

const ENV_FILE = '.env'
const CONTROL_FILE = 'control.mts'

export const init: Command = {
  name: 'init',
  usage: '[--control [FILE]]',
  summary: 'writes a commented .env, and on request a control module to fill in',
  options: {
    control: { type: 'boolean', help: `also write a control module: FILE, else ${CONTROL_FILE}` },
  },
  notes: ['A file that is there already is never overwritten.'],
  run: write,
}

async function write(args: Args): Promise<number> {
  const { control } = args.values
  refuseMore(args, control ? 1 : 0)
  const wanted = control ? (args.positionals[0] ?? CONTROL_FILE) : undefined
  if (wanted !== undefined) {
    if (!/\.m?ts$/.test(wanted)) throw new UsageError(`--control: writes TypeScript; name a file that ends in .ts`)
    create(wanted, SKELETON, '--control')
    say(`${wanted}: fill in what your system can do, then run with --control ${wanted}`)
  }
  // Whoever asks for the control module may have settings already.
  if (wanted !== undefined && existsSync(ENV_FILE)) say(`${ENV_FILE}: is there already, and was left as it is`)
  else {
    create(ENV_FILE, ENV, ENV_FILE)
    say(`${ENV_FILE}: fill in a base URL and keys, then run tenant-conformance run`)
  }
  return 0
}

function create(file: string, text: string, option: string): void {
  try {
    // Keys will stand in it: for its owner only.
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'exists, and is not overwritten' : `cannot be written (${code})`
    throw new UsageError(option === file ? `${file}: ${why}` : `${option}: ${file} ${why}`)
  }
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
