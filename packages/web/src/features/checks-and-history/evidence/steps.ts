import type { CheckDetail } from '@wachta/client'

/** A step of a scenario in one check. */
export interface CheckedStep {
  readonly step: number
  readonly name: string
  /** It runs after all others, also after a failure. */
  readonly isCleanup: boolean
  /** The start after that of the first step, and its duration, in milliseconds; null if it did not run. */
  readonly run: { readonly start: number; readonly length: number; readonly size: number | null } | null
  readonly isFailed: boolean
}

interface StepsOfCheck {
  readonly steps: CheckDetail['step_data']
  /** As the service names them now; a check of earlier settings may have had others. */
  readonly names: readonly string[]
  readonly settings: Readonly<Record<string, unknown>>
  /** The step at which the check failed. */
  readonly failedStep: number | null
}

/** Returns the steps of a check in the order in which they ran, then those that did not. */
export function combineSteps({ steps, names, settings, failedStep }: StepsOfCheck): readonly CheckedStep[] {
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
  const seen = new Set(ran.map(({ step }) => step))
  const others = names.flatMap((_, place) => (seen.has(place + 1) ? [] : [toStep(place + 1, null)]))
  return ran.length === 0 ? [] : [...ran, ...others]
}

function isCleanup({ steps }: StepsOfCheck['settings'], step: number): boolean {
  const found: unknown = Array.isArray(steps) ? steps[step - 1] : undefined
  return typeof found === 'object' && found !== null && 'cleanup' in found && found.cleanup === true
}

/** Returns the message of a sensor without its beginning, which repeats the step that is shown next to it. */
export function omitStep(message: string | null, { step, name }: Pick<CheckedStep, 'step' | 'name'>): string | null {
  const start = `step ${step} (${name}): `
  return message?.startsWith(start) ? message.slice(start.length) : message
}
