import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Preloaded into the command: leaves the peak of its memory, in kilobytes, in a file. */
const file = process.env.HOSTILE_PEAK
if (file && isMainThread) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))
