import { calibrateTime } from './timing/calibrate.ts'
import { calibrate } from './uniformity/calibrate.ts'

// Measures the false alarm rate of both leak tests, and the size of the leaks that they detect.
const print = (line: string): void => void process.stdout.write(`${line}\n`)

print('content')
calibrate({ quick: 600, standard: 350, exhaustive: 50 }, 10, print)
print('\ntime')
calibrateTime({ runs: 100, leakRuns: 40, blocks: [60, 480] }, print)
