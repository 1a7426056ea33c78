import { CheckFailure } from '../failure.ts'
import { toNetworkFailure } from '../network/network-failure.ts'
import type { Probe } from '../probe.ts'
import type { CheckTarget } from '../types/check-target.ts'
import { toWebUrl } from '../types/http-request.ts'
import { readFlagSetting, readNumberSetting } from '../types/read-settings.ts'
import { CookieJar } from '../web/cookie-jar.ts'
import { expectStatus, isStatusIn } from '../web/expectations.ts'
import { fetchFollowing } from '../web/fetch-following.ts'
import { fetchOnce } from '../web/fetch-once.ts'
import type { WebResponse } from '../web/web-request.ts'
import { assertAll } from './assertions.ts'
import { extractAll } from './extractions.ts'
import { HttpArchive } from './http-archive.ts'
import { readSteps, type ScenarioStep } from './step.ts'
import { buildStepRequest } from './step-request.ts'
import { createVariables, type ScenarioVariables } from './variables.ts'

/** The accepted statuses of a step without its own. */
const defaultStatuses = '200-399'
const maxRedirects = 5

/** The state that the steps of a run share. */
interface Run {
  readonly base: URL
  readonly verify: boolean
  readonly variables: ScenarioVariables
  readonly cookies: CookieJar
  readonly archive: HttpArchive
  readonly probe: Probe
}

/** Runs the steps in order, until one fails. */
export async function runScenario({ address, settings }: CheckTarget, probe: Probe): Promise<void> {
  const { username, password, token } = settings
  const variables = createVariables({ username, password, token })
  const run: Run = {
    base: toWebUrl(address, 'https', null),
    verify: readFlagSetting(settings, 'verify_certificate'),
    variables,
    cookies: new CookieJar(),
    archive: new HttpArchive(),
    probe,
  }
  const stepTimeoutMs = readNumberSetting(settings, 'step_timeout') ?? Number.POSITIVE_INFINITY
  const serializeArchive = () => run.archive.serialize([password, token, ...variables.listExtracted()])
  probe.onFailure(() => probe.keep('har', serializeArchive(), 'application/json'), 'har')
  probe.measure('steps_completed', 0)
  for (const [index, step] of readSteps(settings).entries()) {
    probe.step(index + 1)
    probe.enter('total')
    run.archive.addPage(step.name, probe.today())
    try {
      await rejectAfter(runStep(step, run), stepTimeoutMs, probe)
    } catch (cause) {
      throw (
        toStepFailure(index + 1, step, cause instanceof CheckFailure ? cause : toNetworkFailure(cause, probe.phase)) ??
        cause
      )
    }
    probe.measure('steps_completed', index + 1)
  }
}

async function runStep(step: ScenarioStep, run: Run): Promise<void> {
  const { variables, probe } = run
  const started = probe.now()
  const answer = await fetchStep(step, run)
  const time = probe.now() - started
  const assertions = step.assertions ?? []
  probe.enter('judging')
  if (assertions.every(({ status_codes }) => status_codes === undefined)) expectStatus(answer, defaultStatuses)
  await assertAll(assertions, answer, time)
  await extractAll(step.extract ?? [], answer, variables)
}

/** Follows redirects, unless the step expects the status of the redirect. */
function fetchStep(step: ScenarioStep, run: Run): Promise<WebResponse> {
  const { probe, cookies, archive } = run
  const expectedStatuses = (step.assertions ?? []).flatMap(({ status_codes }) =>
    status_codes === undefined ? [] : [status_codes],
  )
  const redirectOptions = {
    maxRedirects,
    cookies,
    isExpected: ({ status }: WebResponse) => expectedStatuses.some((ranges) => isStatusIn(status, ranges)),
    fetch: archive.wrapFetch(fetchOnce),
  }
  return fetchFollowing(buildStepRequest(step, run), redirectOptions, probe)
}

/** Rejects after the limit. If the work goes on, it is stopped when the check is closed. */
function rejectAfter(work: Promise<void>, timeoutMs: number, probe: Probe): Promise<void> {
  if (!Number.isFinite(timeoutMs)) return work
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(toTimeoutError(timeoutMs, probe)), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** If the answer is complete and only our evaluation is late, the result is unknown. */
function toTimeoutError(timeoutMs: number, { phase }: Probe): Error {
  const message = `not done within ${timeoutMs} ms`
  return phase === 'judging' ? new Error(message) : new CheckFailure(`timeout_${phase}`, message)
}

function toStepFailure(
  number: number,
  { name }: ScenarioStep,
  failure: CheckFailure | undefined,
): CheckFailure | undefined {
  return failure && new CheckFailure(failure.kind, `step ${number} (${name}): ${failure.message}`)
}
