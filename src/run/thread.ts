import { parentPort, workerData } from 'node:worker_threads'
import { type Begun, begun, type Given } from './begun.ts'
import { keepStrays } from './strays.ts'

// A thread that tries one variant, and then serves vitest, whose tests show what comes of it.
keepStrays()
const given: Given = workerData
begun.resolve(import(given.module).then(({ begin }: { begin: (given: Given) => Promise<Begun> }) => begin(given)))
// What went wrong is told by the tests.
await Promise.allSettled([begun.promise])

const { init, runBaseTests, setupEnvironment } = await import('vitest/worker')
const port = parentPort!
init({
  post: (response) => port.postMessage(response),
  on: (listener) => port.on('message', listener),
  off: (listener) => port.off('message', listener),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
