import type { ControlStep, Done } from '../../core/control-tools.ts'

/** The console refused: for a rule to judge. */
export class Refused extends Error {
  override readonly name = 'ControlRefused'
  readonly step: ControlStep

  constructor(step: ControlStep) {
    super(`the console refused ${step.call}: ${step.refused}`)
    this.step = step
  }
}

/** The control module did not do what was asked, and it is no refusal: nothing can be concluded from the case. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed'
}

export const isRefused = (error: unknown): error is Refused => error instanceof Refused

/** A refusal as a value: `step.refused` says why. What else is thrown goes on. */
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
