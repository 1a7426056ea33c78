import type { Artifact, Check, CheckDetail } from '@wachta/client'
import { omitStep } from '../../checks-and-history/evidence/steps.ts'
import type { Step, StepsKind } from '../steps/step-model.ts'
import { getText } from '../steps/step-values.ts'

/** `skipped` steps did not run, because the run failed before them; of `unknown` steps the sensor reported nothing. */
export type RunStepState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped' | 'unknown'

/** One step of a test run, as far as it is known. */
export interface RunStep {
  readonly number: number
  readonly name: string
  readonly isCleanup: boolean
  readonly state: RunStepState
  /** How long it took, in milliseconds. */
  readonly time: number | null
  /** Why it failed. */
  readonly message: string | null
  readonly picture: Artifact | null
}

export interface RunProgress {
  readonly kind: StepsKind
  readonly steps: readonly Step[]
  readonly isStarted: boolean
  /** What the sensor has sent so far. */
  readonly artifacts: readonly Artifact[]
  /** The result; null while the check runs. */
  readonly check: Check | null
  readonly details: Pick<CheckDetail, 'step_data'> | null
}

/** Returns the steps of a test run with their states, in the order of the scenario. */
export function listRunSteps(progress: RunProgress): readonly RunStep[] {
  const { steps, artifacts, check, details } = progress
  const pictures = new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  const running = findRunning(progress, pictures)
  return steps.map((step, index) => {
    const number = index + 1
    const isFailed = check?.result === 'error' && check.path_step === number
    const picture = pictures.get(getPictureId(number)) ?? (isFailed ? pictures.get('screenshot') : undefined) ?? null
    return {
      number,
      name: getText(step, 'name'),
      isCleanup: step['cleanup'] === true,
      state:
        check === null
          ? getStateWhileRunning(number, running, pictures)
          : getFinalState(number, { ...progress, check }, pictures),
      time: details?.step_data?.find((each) => each.step === number)?.response_time ?? null,
      message: isFailed ? omitStep(check.error_message, { step: number, name: getText(step, 'name') }) : null,
      picture,
    }
  })
}

type Pictures = ReadonlyMap<string, Artifact>

const getPictureId = (number: number): string => `screenshot_step_${number}`

/** The numbers of the steps as they run: those that clean up come last. */
function listRunOrder(steps: readonly Step[]): readonly number[] {
  const numbers = steps.map((_, index) => index + 1)
  const isCleanup = (number: number) => steps[number - 1]?.['cleanup'] === true
  return [...numbers.filter((number) => !isCleanup(number)), ...numbers.filter(isCleanup)]
}

/** Returns the number of the step that runs now. HTTP steps send no pictures, so it is unknown for them. */
function findRunning({ kind, steps, isStarted }: RunProgress, pictures: Pictures): number | null {
  if (!isStarted || kind === 'http_steps') return null
  const order = listRunOrder(steps)
  const last = order.findLastIndex((number) => pictures.has(getPictureId(number)))
  return order[last + 1] ?? null
}

function getStateWhileRunning(number: number, running: number | null, pictures: Pictures): RunStepState {
  if (pictures.has(getPictureId(number))) return 'done'
  return number === running ? 'running' : 'waiting'
}

function getFinalState(
  number: number,
  { steps, check }: RunProgress & { check: Check },
  pictures: Pictures,
): RunStepState {
  if (check.result === 'ok' || pictures.has(getPictureId(number))) return 'done'
  if (check.result === 'unknown') return 'unknown'
  if (check.path_step === number) return 'failed'
  const order = listRunOrder(steps)
  if (check.path_step !== null && order.indexOf(number) < order.indexOf(check.path_step)) return 'done'
  // Steps that clean up run after a failure too, but their results are not reported then.
  return steps[number - 1]?.['cleanup'] === true && check.path_step !== null ? 'unknown' : 'skipped'
}
