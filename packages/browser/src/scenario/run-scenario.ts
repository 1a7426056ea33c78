import {
  type BrowserStep,
  CheckFailure,
  type CheckTarget,
  createVariables,
  type Probe,
  readBrowserSteps,
  readNumberSetting,
  readTextSetting,
  type ScenarioVariables,
  toStepScreenshotType,
  toWebUrl,
} from '@wachta/checks'
import { errors } from 'playwright-core'
import { type Deadline, getTimeLimitMs, LateError, startDeadline, withTimeout } from '../deadline.ts'
import { throwIfExceeded, throwIfStarved, toFailure } from '../end-of-check.ts'
import { keepBrowserEvidence, takeScreenshot } from '../evidence.ts'
import { measure } from '../measure.ts'
import type { HarPage } from '../page/har.ts'
import { testReachability } from '../preflight.ts'
import { type BrowserProgram, type BrowserSession, startSessionDuringPreflight } from '../session.ts'
import { type ActionContext, runAction } from './actions.ts'
import { findDocumentFailure, isAnswered } from './document-failure.ts'
import { watchDownloads } from './downloads.ts'
import { computeOneTimeCode } from './one-time-code.ts'

/** The state that the steps of a run share. */
interface Run extends Omit<ActionContext, 'deadline' | 'expectsStatus' | 'takeScreenshot'> {
  readonly pages: HarPage[]
  /** The deadline for all steps except cleanup steps. */
  readonly totalDeadline: Deadline
  readonly stepTimeoutMs: number
}

/** Runs the steps in order until one fails, then the cleanup steps. */
export async function runBrowserScenario(browser: BrowserProgram, check: CheckTarget, probe: Probe): Promise<void> {
  const { settings } = check
  const base = toWebUrl(check.address, 'https', null)
  const steps = readBrowserSteps(settings)
  await using session = await startSessionDuringPreflight(testReachability(base, settings, probe), {
    browser,
    settings,
    url: base,
    probe,
  })
  const run: Run = {
    session,
    base,
    probe,
    variables: createScenarioVariables(check, probe),
    downloads: watchDownloads(session.page),
    secretFields: [],
    pages: [],
    totalDeadline: startDeadline(getTimeLimitMs(settings)),
    stepTimeoutMs: readNumberSetting(settings, 'step_timeout') ?? 10_000,
  }
  const failure = await runSteps(steps, run)
  measure(session, probe)
  if (failure !== null) throwIfStarved(failure, session)
  if (failure !== null || probe.keepsEvidence) await keepBrowserEvidence(session, probe, run)
  if (failure !== null) throw failure
}

/** Computes the one-time code only when it is used, because it is valid only for seconds. */
function createScenarioVariables({ settings }: CheckTarget, probe: Probe): ScenarioVariables {
  const { username, password, token } = settings
  const secret = readTextSetting(settings, 'one_time_code_secret')
  const variables = createVariables({ username, password, token })
  if (secret === null) return variables
  return {
    ...variables,
    fill: (text, place) =>
      variables.fill(
        text.replaceAll(/\{\{\s*one_time_code\s*\}\}/g, () => computeOneTimeCode(secret, probe.today())),
        place,
      ),
  }
}

/** Returns the first failure. A cleanup step runs in any case; its failure counts if there was none before. */
async function runSteps(steps: readonly BrowserStep[], run: Run): Promise<CheckFailure | null> {
  const numbered = steps.map((step, index) => ({ step, number: index + 1 }))
  const ordered = [...numbered.filter(({ step }) => !step.cleanup), ...numbered.filter(({ step }) => step.cleanup)]
  run.probe.measure('steps_completed', 0)
  const started = run.probe.now()
  let [failure, completed] = [null as CheckFailure | null, 0]
  for (const { step, number } of ordered) {
    if (failure !== null && !step.cleanup) continue
    // After a failure, the failed step remains the last one that is reported.
    if (failure === null) run.probe.step(number)
    const failed = await runStep(step, number, run)
    if (failure === null) run.probe.setResponseTime(run.probe.now() - started)
    if (failed === null) completed += 1
    else if (failure === null) {
      failure = failed
      run.probe.endStep()
      await keepFailureScreenshot(run)
    }
    run.probe.measure('steps_completed', completed)
  }
  return failure
}

async function runStep(step: BrowserStep, number: number, run: Run): Promise<CheckFailure | null> {
  const { probe, session } = run
  const limitMs = Math.min(run.stepTimeoutMs, step.cleanup ? run.stepTimeoutMs : run.totalDeadline.remainingMs)
  const deadline = startDeadline(limitMs)
  run.pages.push({ id: `step_${number}`, title: step.name, startedAt: probe.today().getTime(), timings: {} })
  const captureStep = async (): Promise<void> => {
    const picture = await takeScreenshot(session.page, probe, run.secretFields)
    if (picture !== null) probe.show(toStepScreenshotType(number), picture, 'image/jpeg')
  }
  probe.enter('total')
  const { requests, jailed } = session
  const before = jailed.proxy.receivedBytes
  try {
    if (limitMs === 0) throw new LateError('the steps before took all the time')
    const expectsStatus = step.actions.some(({ expect_status }) => expect_status !== undefined)
    const context = { ...run, deadline, expectsStatus, takeScreenshot: captureStep }
    for (const action of step.actions) await withTimeout(runAction(action, context), deadline.remainingMs + 200)
    throwIfExceeded(session)
    if (probe.isWatched) await captureStep()
    // A page that begins to load at the end of a step may load during the next one, so this step does not judge it.
    const answered = requests.documents.filter(isAnswered)
    const failure = expectsStatus ? null : findDocumentFailure(answered, jailed.proxy.connections)
    return failure && addStepName(number, step, failure)
  } catch (cause) {
    const failure = toStepFailure(cause, limitMs, session)
    const origin = isSymptom(failure) ? findDocumentFailure(requests.documents, jailed.proxy.connections) : null
    return addStepName(number, step, origin ?? failure)
  } finally {
    probe.countBytes(jailed.proxy.receivedBytes - before)
  }
}

/** Every error of a step counts as a failure: a step must not be able to make the result unknown. */
function toStepFailure(cause: unknown, limitMs: number, session: BrowserSession): CheckFailure {
  const isLate = cause instanceof LateError || cause instanceof errors.TimeoutError
  const { killReason, proxy } = session.jailed
  if (isLate && !session.hasCrashed && killReason === null && proxy.exceededLimit === null)
    return new CheckFailure('timeout_total', `not done within ${Math.round(limitMs)} ms`)
  try {
    return toFailure(cause, session)
  } catch {
    const message = cause instanceof Error ? cause.message : String(cause)
    return new CheckFailure('scenario_step_failed', message.split('\n')[0]?.replace(/^[a-zA-Z.]+: /, '') ?? '')
  }
}

/** Returns whether a failure can result from a page that did not load; the error of the page is then more useful. */
const isSymptom = ({ kind }: CheckFailure): boolean =>
  /^(?:timeout_total|browser_element_|browser_url_mismatch|browser_download_failed|content_text_missing)/.test(kind)

/** Keeps a screenshot of the failure, before cleanup steps change the page. */
async function keepFailureScreenshot({ session, probe, secretFields }: Run): Promise<void> {
  const picture = session.hasCrashed ? null : await takeScreenshot(session.page, probe, secretFields)
  if (picture !== null) probe.keep('screenshot', picture, 'image/jpeg')
}

const addStepName = (number: number, { name }: BrowserStep, { kind, message }: CheckFailure): CheckFailure =>
  new CheckFailure(kind, `step ${number} (${name}): ${message}`)
