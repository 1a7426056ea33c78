import type { CheckDetail } from '@wachta/client'

/** A step of a scenario in one check. */
export interface CheckedStep {
  readonly step: number
  readonly name: string
  /** Whether the step runs after all others, even after a failure. */
  readonly isCleanup: boolean
  /** The start relative to the first step and the duration, in milliseconds; null if the step did not run. */
  readonly run: { readonly start: number; readonly length: number; readonly size: number | null } | null
  readonly isFailed: boolean
}

interface StepInput {
  readonly steps: CheckDetail['step_data']
  /** The current names in the service; the check may have run with earlier settings, and thus other names. */
  readonly names: readonly string[]
  readonly settings: Readonly<Record<string, unknown>>
  /** The step at which the check failed. */
  readonly failedStep: number | null
}

/** Returns the steps of a check: first those that ran, in that order, then the others. Empty if no step ran. */
export function combineSteps({ steps, names, settings, failedStep }: StepInput): readonly CheckedStep[] {
  const toStep = (step: number, run: CheckedStep['run']): CheckedStep => ({
    step,
    name: names[step - 1] ?? '',
    isCleanup: isCleanup(settings, step),
    run,
    isFailed: step === failedStep,
  })
  let start = 0
  const ran = (steps ?? []).map(({ step, response_time, data_size }) => {
    const run = { start, length: response_time ?? 0, size: data_size }
    start += run.length
    return toStep(step, run)
  })
  const ranSteps = new Set(ran.map(({ step }) => step))
  const others = names.flatMap((_, index) => (ranSteps.has(index + 1) ? [] : [toStep(index + 1, null)]))
  return ran.length === 0 ? [] : [...ran, ...others]
}

function isCleanup({ steps }: StepInput['settings'], step: number): boolean {
  const found: unknown = Array.isArray(steps) ? steps[step - 1] : undefined
  return typeof found === 'object' && found !== null && 'cleanup' in found && found.cleanup === true
}

/** Removes the name of the step from the beginning of a sensor's message, because it is shown next to the message. */
export function omitStep(message: string | null, { step, name }: Pick<CheckedStep, 'step' | 'name'>): string | null {
  const start = `step ${step} (${name}): `
  return message?.startsWith(start) ? message.slice(start.length) : message
}
