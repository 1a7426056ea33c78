import {
  CheckFailure,
  type CheckSettings,
  type CheckTarget,
  type Probe,
  readNumberSetting,
  readTextSetting,
  toWebUrl,
} from '@wachta/checks'
import { errors, type Response } from 'playwright-core'
import { type Deadline, getTimeLimitMs, LateError, startDeadline, withTimeout } from '../deadline.ts'
import { throwIfExceeded, throwIfStarved, toFailure } from '../end-of-check.ts'
import { keepBrowserEvidence } from '../evidence.ts'
import { measure } from '../measure.ts'
import { testReachability } from '../preflight.ts'
import { findShownText, locate, succeedsInTime } from '../scenario/locate.ts'
import { type BrowserProgram, type BrowserSession, startSessionDuringPreflight } from '../session.ts'
import { type Filmstrip, recordFilmstrip } from './filmstrip.ts'
import { judgePage } from './judge-page.ts'
import { readHtml } from './own-world.ts'
import { measureVitals, type Vitals } from './vitals.ts'

/** The time limit for requests after the load event, because some pages never stop sending them. */
const maxWaitForQuietMs = 5_000
const quietMs = 500

/** Opens a page, and compares what the browser saw with the settings of the service. */
export async function openPage(browser: BrowserProgram, { check, scheme, probe }: PageCheck): Promise<void> {
  const { settings } = check
  const url = toWebUrl(check.address, scheme, readNumberSetting(settings, 'port'))
  await using session = await startSessionDuringPreflight(testReachability(url, settings, probe), {
    browser,
    settings,
    url,
    probe,
  })
  // Secrets cannot be masked in these pictures.
  const filmstrip = probe.masks.isEmpty ? await recordFilmstrip(session.protocol, () => probe.now()) : null
  probe.enter('first_byte')
  const started = probe.now()
  const measurements: PageMeasurements = { vitals: null }
  let failure: CheckFailure | null = null
  try {
    failure = await judge(session, { url, settings, probe, measurements })
    throwIfExceeded(session)
  } catch (cause) {
    probe.setResponseTime(probe.now() - started)
    measure(session, probe)
    failure = toFailure(cause, session)
  }
  filmstrip?.stop()
  if (failure !== null) throwIfStarved(failure, session)
  if (failure !== null || probe.keepsEvidence)
    await keepPage(session, { probe, measurements, filmstrip: failure === null ? null : filmstrip })
  if (failure !== null) throw failure
}

interface PageCheck {
  readonly check: CheckTarget
  readonly scheme: 'http' | 'https'
  readonly probe: Probe
}

/** The measurements that were complete when the check failed. */
interface PageMeasurements {
  vitals: Vitals | null
}

interface JudgeInput {
  readonly url: URL
  readonly settings: CheckSettings
  readonly probe: Probe
  readonly measurements: PageMeasurements
}

async function judge(
  session: BrowserSession,
  { url, settings, probe, measurements }: JudgeInput,
): Promise<CheckFailure | null> {
  const deadline = startDeadline(getTimeLimitMs(settings))
  const response = await load(session, url, deadline)
  const readinessFailure = await waitUntilReady(session, settings, deadline)
  const [vitals, html] = await withTimeout(
    Promise.all([measureVitals(session.protocol), readHtml(session.protocol)]),
    Math.max(deadline.remainingMs, 1_000),
  )
  measurements.vitals = vitals
  describeResponse(session, { response, vitals, probe })
  const counts = measure(session, probe)
  if (readinessFailure !== null) return readinessFailure
  probe.enter('judging')
  return judgePage({ ...counts, status: response.status(), html, vitals }, settings)
}

/** Navigates and waits for the load event. */
async function load(session: BrowserSession, url: URL, deadline: Deadline): Promise<Response> {
  const { page, requests } = session
  try {
    const response = await withTimeout(
      page.goto(url.href, { waitUntil: 'load', timeout: deadline.timeoutMs }),
      deadline.remainingMs + 200,
    )
    if (response === null) throw new CheckFailure('browser_navigation_failed', 'the browser opened no page')
    return response
  } catch (cause) {
    if (!(cause instanceof errors.TimeoutError || cause instanceof LateError)) throw cause
    const [main] = requests.documents
    if (main === undefined || main.status === null)
      throw new CheckFailure('timeout_first_byte', 'the server did not answer in time')
    const pending = requests.pending
      .filter((request) => request !== main)
      .slice(0, 3)
      .map((request) => request.url)
    const reason = pending.length === 0 ? 'its scripts do not end' : `still loading: ${pending.join(', ')}`
    throw new CheckFailure('browser_load_incomplete', `the page did not finish loading; ${reason}`)
  }
}

/** Waits for the element and the text that the settings require and, if they say so, until the network is quiet. */
async function waitUntilReady(
  { page, requests }: BrowserSession,
  settings: CheckSettings,
  deadline: Deadline,
): Promise<CheckFailure | null> {
  const selector = readTextSetting(settings, 'wait_for_selector')
  if (
    selector !== null &&
    !(await succeedsInTime(locate(page, selector).first().waitFor({ timeout: deadline.timeoutMs })))
  )
    return new CheckFailure('browser_element_missing', `${selector} did not appear`)
  const text = readTextSetting(settings, 'wait_for_text')
  if (text !== null && !(await succeedsInTime(findShownText(page, text).waitFor({ timeout: deadline.timeoutMs }))))
    return new CheckFailure('content_text_missing', `the text ${JSON.stringify(text)} did not appear`)
  if (settings['wait_until'] !== 'quiet') return null
  const end = performance.now() + Math.min(maxWaitForQuietMs, deadline.remainingMs)
  const isQuiet = () => requests.pending.length === 0 && performance.now() - requests.changedAt >= quietMs
  while (!isQuiet() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 25))
  return null
}

interface ResponseInput {
  readonly response: Response
  readonly vitals: Vitals
  readonly probe: Probe
}

function describeResponse(session: BrowserSession, { response, vitals, probe }: ResponseInput): void {
  const measureTime = (metric: string, value: number | null) =>
    value !== null && probe.measure(metric, Math.round(value))
  measureTime('content_loaded_time', vitals.contentLoaded)
  measureTime('page_load_time', vitals.load)
  measureTime('first_contentful_paint', vitals.firstContentfulPaint)
  measureTime('largest_contentful_paint', vitals.largestContentfulPaint)
  probe.measure('cumulative_layout_shift', Math.round(vitals.layoutShift * 10_000) / 10_000)
  probe.measure('status_code', response.status())
  const headers = Object.entries(response.headers())
  probe.describe({
    base_url: session.page.url(),
    content_type: response.headers()['content-type'] ?? '',
    response_headers: headers
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
      .slice(0, 16_384),
  })
  if (vitals.firstByte !== null) probe.setPhase('first_byte', vitals.firstByte)
  if (vitals.load !== null) probe.setResponseTime(vitals.load)
}

interface KeepInput {
  readonly probe: Probe
  readonly measurements: PageMeasurements
  readonly filmstrip: Filmstrip | null
}

async function keepPage(session: BrowserSession, { probe, measurements, filmstrip }: KeepInput): Promise<void> {
  const { page } = session
  const started = session.requests.requests[0]?.wallTime ?? probe.today().getTime()
  const pages = [
    { id: 'page_1', title: page.url(), startedAt: started, timings: await collectPageTimings(session, measurements) },
  ]
  await keepBrowserEvidence(session, probe, { pages, secretFields: [] })
  if (filmstrip !== null && !filmstrip.isEmpty) probe.keep('filmstrip', filmstrip.write(), 'application/json')
}

async function collectPageTimings(
  session: BrowserSession,
  measurements: PageMeasurements,
): Promise<Record<string, number | null>> {
  if (session.hasCrashed) return {}
  const vitals = measurements.vitals ?? (await withTimeout(measureVitals(session.protocol), 1_000).catch(() => null))
  return {
    onContentLoad: vitals?.contentLoaded ?? null,
    onLoad: vitals?.load ?? null,
    _firstContentfulPaint: vitals?.firstContentfulPaint ?? null,
    _largestContentfulPaint: vitals?.largestContentfulPaint ?? null,
  }
}
