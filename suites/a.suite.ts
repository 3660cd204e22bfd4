import { suite } from '../src/engine/suite.ts'

suite('a')
