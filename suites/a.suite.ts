import { suite } from '../src/suite.ts'

suite('a')
