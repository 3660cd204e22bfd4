import type fc from 'fast-check'
import type { Target } from '../../../src/core/target.ts'
import { anyFailure as anyOf, type Failure, failureSamples } from '../../shared/credential-failures.ts'

type Lapsed = 'revoked' | 'expired' | 'disabled'

/** Those that §7 lists; that a disabled key gets 401 is only implied. */
const LAPSED: readonly Lapsed[] = ['revoked', 'expired']

/** The `i`th sample of each failure class; first those that servers tend to treat differently. */
export const failures = (target: Target, i = 0, lapsed = LAPSED): readonly Failure[] =>
  failureSamples(target, ['unknown', 'missing', 'wrong-secret', ...lapsed, 'malformed'], i)

export const anyFailure = (target: Target, lapsed = LAPSED): fc.Arbitrary<Failure> => anyOf(failures(target, 0, lapsed))
