import type { Target } from '../../../src/core/target.ts'
import { availableClasses } from '../../shared/credential-failures.ts'

/** §5.2: the credential failures; first those that servers tend to treat differently. */
const CLASSES = ['missing', 'wrong-secret', 'unknown', 'revoked', 'malformed', 'expired'] as const
export type FailureClass = (typeof CLASSES)[number]

/** Those that the supplied keys allow. */
export const failureClasses = (target: Target): FailureClass[] => availableClasses(target, CLASSES)
