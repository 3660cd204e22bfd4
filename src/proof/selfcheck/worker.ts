import { parentPort } from 'node:worker_threads'
import { type Job, runJob } from './job.ts'

parentPort!.on('message', async ({ index, job }: { index: number; job: Job }) => {
  parentPort!.postMessage({ index, outcome: await runJob(job) })
})
