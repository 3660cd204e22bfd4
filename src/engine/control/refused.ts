import type { ControlStep, Done } from '../../core/control-tools.ts'

/** The console refused a call. Rules judge whether that conforms. */
export class Refused extends Error {
  override readonly name = 'ControlRefused'
  readonly step: ControlStep

  constructor(step: ControlStep) {
    super(`the console refused ${step.call}: ${step.refused}`)
    this.step = step
  }
}

/** A control call failed without a refusal, so the case is inconclusive. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed'
}

export const isRefused = (error: unknown): error is Refused => error instanceof Refused

/** Turn a refusal into a value; `refused` has the reason. Other errors propagate. */
export async function orRefused<T extends Done>(call: Promise<T>): Promise<T | RefusedCall> {
  try {
    return await call
  } catch (error) {
    if (isRefused(error)) return { step: error.step, refused: error.step.refused! }
    throw error
  }
}

export interface RefusedCall extends Done {
  readonly refused: string
}
