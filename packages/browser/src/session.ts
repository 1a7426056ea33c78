import {
  CheckFailure,
  type CheckSettings,
  OverloadedError,
  type Probe,
  readFlagSetting,
  readLinesSetting,
  readTextSetting,
} from '@wachta/checks'
import type { CDPSession, Page } from 'playwright-core'
import { buildContextOptions } from './devices.ts'
import { type JailedBrowser, type LaunchOptions, launchBrowser } from './launch.ts'
import { type ConsoleLog, logConsole } from './page/console-log.ts'
import { logRequests, type RequestLog } from './page/request-log.ts'
import { sendHeaders } from './page/send-headers.ts'
import { observeVitals } from './page/vitals.ts'
import { startProcessorMeter } from './processor.ts'
import { isStarved } from './starvation.ts'

/** One check in a separate browser. Disposing of it ends the browser and removes its files. */
export interface BrowserSession extends AsyncDisposable {
  readonly jailed: JailedBrowser
  readonly page: Page
  readonly protocol: CDPSession
  readonly requests: RequestLog
  readonly console: ConsoleLog
  /** Whether the tab of the page has crashed. */
  readonly hasCrashed: boolean
  /** The share of the CPUs that was in use since the start; null if the system does not report it. */
  processorUsage(): number | null
  /** Whether other work kept the CPUs from the browser. */
  isStarved(): boolean
  /** Whether the browser sent more events than this process can handle. */
  isFlooded(): boolean
}

/** The CPU time of this process from which on the page counts as flooding it; a large page takes a fifth of it. */
const floodCpuMs = 3_000

/** The browser of a sensor. */
export interface BrowserProgram {
  readonly path: string
  /** Whether other work kept the CPUs from a browser; tests replace this, because their machine may be busy. */
  readonly isStarved?: typeof isStarved
}

export interface SessionOptions {
  readonly browser: BrowserProgram
  readonly settings: CheckSettings
  /** The URL to which the headers, cookies and credentials of the settings are sent. */
  readonly url: URL
  readonly probe: Probe
}

async function startSession(
  { browser, settings, url, probe, trustedKeys = [] }: SessionOptions & Pick<LaunchOptions, 'trustedKeys'>,
  signal: AbortSignal,
): Promise<BrowserSession> {
  const meter = startProcessorMeter()
  const cpuUsageAtStart = process.cpuUsage()
  const startedAt = performance.now()
  const blockedHosts = readLinesSetting(settings, 'blocked_hosts')
  const jailed = await launchBrowser({
    browser: browser.path,
    network: probe.network,
    isBlocked: (host) => blockedHosts.some((pattern) => isHostIn(host, pattern)),
    trustedKeys,
    signal,
  })
  try {
    const context = await jailed.browser.newContext({
      ...buildContextOptions(settings, jailed.browser.version()),
      ignoreHTTPSErrors: url.protocol === 'https:' && !readFlagSetting(settings, 'verify_certificate'),
      ...readCredentials(settings, url),
    })
    await context.addCookies(readCookies(settings, url))
    await sendHeaders(jailed.browser, settings, url)
    const page = await context.newPage()
    const state = { hasCrashed: false }
    page.on('crash', () => {
      state.hasCrashed = true
    })
    const protocol = await context.newCDPSession(page)
    await observeVitals(protocol)
    return {
      jailed,
      page,
      protocol,
      requests: await logRequests(protocol, () => probe.now()),
      console: logConsole(page, jailed.kill),
      get hasCrashed() {
        return state.hasCrashed
      },
      processorUsage: () => meter.usage(),
      isFlooded: () => process.cpuUsage(cpuUsageAtStart).user / 1000 > floodCpuMs,
      isStarved: () => (browser.isStarved ?? isStarved)({ pid: jailed.pid, startedAt, usage: meter.usage() }),
      [Symbol.asyncDispose]: () => jailed[Symbol.asyncDispose](),
    }
  } catch (cause) {
    await jailed[Symbol.asyncDispose]()
    throw cause
  }
}

/**
 * A browser starts in less than a second. If it is not ready after this time, the sensor is overloaded, so a timeout of
 * the server proves nothing.
 */
const slowStartMs = 5_000

const isTimeout = (cause: unknown): boolean => cause instanceof CheckFailure && cause.kind.startsWith('timeout_')

/**
 * Starts a browser while the address is tested. If the test fails, the browser is not needed. If the test finds keys to
 * trust, the browser is started again, because it gets the keys at its start.
 */
export async function startSessionDuringPreflight(
  preflight: Promise<readonly string[]>,
  options: SessionOptions,
): Promise<BrowserSession> {
  const startAborter = new AbortController()
  preflight.then(
    (trustedKeys) => {
      // From here on, only the sensor can cause delays.
      options.probe.enter('judging')
      if (trustedKeys.length > 0) startAborter.abort()
    },
    (cause) => startAborter.abort(cause),
  )
  const signal = AbortSignal.any([options.probe.signal, startAborter.signal])
  const startedAt = performance.now()
  const [started, preflightResult] = await Promise.allSettled([startSession(options, signal), preflight])
  if (preflightResult.status === 'rejected') {
    if (started.status === 'fulfilled') await started.value[Symbol.asyncDispose]()
    else if (isTimeout(preflightResult.reason) && performance.now() - startedAt > slowStartMs)
      throw new OverloadedError('neither the connection nor the browser was ready in time')
    throw preflightResult.reason
  }
  if (preflightResult.value.length > 0) {
    if (started.status === 'fulfilled') await started.value[Symbol.asyncDispose]()
    return startSession({ ...options, trustedKeys: preflightResult.value }, options.probe.signal)
  }
  if (started.status === 'rejected') throw started.reason
  return started.value
}

/** Returns whether a pattern includes a host; `*.example.com` includes `example.com` and all hosts below it. */
export function isHostIn(host: string, pattern: string): boolean {
  const [name, lowerPattern] = [host.toLowerCase(), pattern.toLowerCase()]
  if (!lowerPattern.startsWith('*.')) return name === lowerPattern
  return name === lowerPattern.slice(2) || name.endsWith(lowerPattern.slice(1))
}

/** Returns credentials for the origin of the service only: other hosts of the page must not get them. */
function readCredentials(settings: CheckSettings, { origin }: URL) {
  const [username, password] = [readTextSetting(settings, 'username'), readTextSetting(settings, 'password')]
  // The steps of a scenario use the credentials themselves, by name.
  if ('steps' in settings || (username === null && password === null)) return {}
  return { httpCredentials: { username: username ?? '', password: password ?? '', origin, send: 'always' as const } }
}

function readCookies(settings: CheckSettings, { origin }: URL) {
  const text = readTextSetting(settings, 'cookies') ?? ''
  return text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url: origin }))
}
