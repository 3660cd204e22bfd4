import { parentPort } from 'node:worker_threads'
import { type Job, runJob } from './job.ts'

parentPort!.on('message', async ({ index, job }: { index: number; job: Job }) => {
  try {
    parentPort!.postMessage({ index, outcome: await runJob(job) })
  } catch (error) {
    parentPort!.postMessage({ index, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
