import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Imported before the command: says how much memory the process took at most, in KB.
const file = process.env.BENCH_PEAK
if (isMainThread && file !== undefined)
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))
