import { suite } from '../src/suite.ts'

await suite('a')
