import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Preloaded by --import: writes the peak memory of the process in KB to the file BENCH_PEAK.
const file = process.env.BENCH_PEAK
if (isMainThread && file !== undefined)
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))
