import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { extension, home } from '../../core/catalog.ts'
import type { Job } from './job.ts'
import type { Outcome } from './matrix.ts'

/** Concurrent servers per thread: they mostly wait for timers. */
const PER_THREAD = 8
/** Node 22 warns that its SQLite is experimental. */
const WITHOUT_WARNINGS = ['--disable-warning=ExperimentalWarning']

/**
 * Runs jobs on all cores, then timing jobs one at a time, since other work would disturb them. Returns the outcomes in the order of
 * the jobs. Rejects with the first error, which is a bug in the suite.
 */
export async function runJobs(jobs: readonly Job[], onOutcome?: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const { timed = [], others = [] } = Object.groupBy(jobs.keys(), (i) => (jobs[i]!.entry.timed ? 'timed' : 'others'))
  const workers = Array.from({ length: Math.min(availableParallelism(), jobs.length) }, openWorker)
  const feed = async ({ run }: ReturnType<typeof openWorker>, indexes: number[]): Promise<void> => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
      outcomes[index] = await run(index, jobs[index]!)
      onOutcome?.(outcomes[index]!)
    }
  }
  try {
    await Promise.all(workers.flatMap((worker) => Array.from({ length: PER_THREAD }, () => feed(worker, others))))
    if (workers[0]) await feed(workers[0], timed)
  } finally {
    await Promise.all(workers.map(({ close }) => close()))
  }
  return outcomes
}

function openWorker() {
  const worker = new Worker(join(home, `src/proof/selfcheck/worker${extension}`), { execArgv: WITHOUT_WARNINGS })
  const waiting = new Map<number, PromiseWithResolvers<Outcome>>()
  worker.on('message', ({ index, outcome }: { index: number; outcome: Outcome }) => {
    waiting.get(index)?.resolve(outcome)
    waiting.delete(index)
  })
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error)
  })
  return {
    run(index: number, job: Job) {
      const settled = Promise.withResolvers<Outcome>()
      waiting.set(index, settled)
      worker.postMessage({ index, job })
      return settled.promise
    },
    close: () => worker.terminate(),
  }
}
