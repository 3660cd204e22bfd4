import { calibrateTiming } from './timing/calibrate.ts'
import { calibrateUniformity } from './uniformity/calibrate.ts'

// Measures the false alarm rate of both leak tests, and the size of the leaks that they detect.
console.log('content')
calibrateUniformity()
console.log('\ntime')
calibrateTiming()
