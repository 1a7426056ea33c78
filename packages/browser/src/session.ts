import {
  CheckFailure,
  type CheckSettings,
  OverloadedError,
  type Probe,
  readFlagSetting,
  readHeader,
  readLinesSetting,
  readTextSetting,
} from '@wachta/checks'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { buildContextOptions } from './devices.ts'
import { type JailedBrowser, type LaunchOptions, launchBrowser } from './launch.ts'
import { type ConsoleLog, logConsole } from './page/console-log.ts'
import { logRequests, type RequestLog } from './page/request-log.ts'
import { observeVitals } from './page/vitals.ts'
import { startProcessorMeter } from './processor.ts'
import { isStarved } from './starvation.ts'

/** One check in a separate browser. Disposing of it leaves nothing behind. */
export interface BrowserSession extends AsyncDisposable {
  readonly jailed: JailedBrowser
  readonly page: Page
  readonly protocol: CDPSession
  readonly requests: RequestLog
  readonly console: ConsoleLog
  /** Whether a page of this session has crashed. */
  readonly hasCrashed: boolean
  /** The share of the CPUs that was in use since the start; null if the system does not report it. */
  processorUsage(): number | null
  /** Whether other work kept the processors from the browser. */
  isStarved(): boolean
  /** Whether the browser sent more events than this process can handle. */
  isFlooded(): boolean
}

/** The processor time that this process spends on a large page is a fifth of it. */
const floodedMs = 3_000

/** The browser of a sensor. */
export interface BrowserProgram {
  readonly path: string
  /** Whether other work kept the processors from a browser; tests on a busy machine know better. */
  readonly isStarved?: typeof isStarved
}

export interface SessionOptions {
  readonly browser: BrowserProgram
  readonly settings: CheckSettings
  /** The address that headers, cookies and credentials of the settings are for. */
  readonly url: URL
  readonly probe: Probe
}

async function startSession(
  { browser, settings, url, probe, trustedKeys = [] }: SessionOptions & Pick<LaunchOptions, 'trustedKeys'>,
  signal: AbortSignal,
): Promise<BrowserSession> {
  const meter = startProcessorMeter()
  const own = process.cpuUsage()
  const startedAt = performance.now()
  const blocked = readLinesSetting(settings, 'blocked_hosts')
  const jailed = await launchBrowser({
    browser: browser.path,
    network: probe.network,
    isBlocked: (host) => blocked.some((pattern) => isHostIn(host, pattern)),
    trustedKeys,
    signal,
  })
  try {
    const context = await jailed.browser.newContext({
      ...buildContextOptions(settings),
      ignoreHTTPSErrors: url.protocol === 'https:' && !readFlagSetting(settings, 'verify_certificate'),
      ...readCredentials(settings, url),
    })
    await context.addCookies(readCookies(settings, url))
    await sendHeaders(context, settings, url)
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
      isFlooded: () => process.cpuUsage(own).user / 1000 > floodedMs,
      isStarved: () => (browser.isStarved ?? isStarved)({ pid: jailed.pid, startedAt, usage: meter.usage() }),
      [Symbol.asyncDispose]: () => jailed[Symbol.asyncDispose](),
    }
  } catch (cause) {
    await jailed[Symbol.asyncDispose]()
    throw cause
  }
}

/** A browser starts in less than a second. If it does not either, a server that is slow to answer proves nothing. */
const slowStartMs = 5_000

const isTimeout = (cause: unknown): boolean => cause instanceof CheckFailure && cause.kind.startsWith('timeout_')

/**
 * Starts a browser while the address is tried. If that fails, the browser is not needed; if it finds keys to trust, one
 * is started again, because they are given to it at its start.
 */
export async function startBeside(tried: Promise<readonly string[]>, options: SessionOptions): Promise<BrowserSession> {
  const needless = new AbortController()
  tried.then(
    (trustedKeys) => {
      // From here on only the sensor is waited for.
      options.probe.enter('judging')
      if (trustedKeys.length > 0) needless.abort()
    },
    (cause) => needless.abort(cause),
  )
  const signal = AbortSignal.any([options.probe.signal, needless.signal])
  const before = performance.now()
  const [started, done] = await Promise.allSettled([startSession(options, signal), tried])
  if (done.status === 'rejected') {
    if (started.status === 'fulfilled') await started.value[Symbol.asyncDispose]()
    else if (isTimeout(done.reason) && performance.now() - before > slowStartMs)
      throw new OverloadedError('neither the connection nor the browser was ready in time')
    throw done.reason
  }
  if (done.value.length > 0) {
    if (started.status === 'fulfilled') await started.value[Symbol.asyncDispose]()
    return startSession({ ...options, trustedKeys: done.value }, options.probe.signal)
  }
  if (started.status === 'rejected') throw started.reason
  return started.value
}

/** `*.example.com` stands for all hosts below it, and for itself. */
export function isHostIn(host: string, pattern: string): boolean {
  const [name, wanted] = [host.toLowerCase(), pattern.toLowerCase()]
  if (!wanted.startsWith('*.')) return name === wanted
  return name === wanted.slice(2) || name.endsWith(wanted.slice(1))
}

/** Only for the address of the service: other hosts of the page must not learn them. */
function readCredentials(settings: CheckSettings, { origin }: URL) {
  const [username, password] = [readTextSetting(settings, 'username'), readTextSetting(settings, 'password')]
  // The credentials of a scenario are for its steps, which name them.
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

/** Sends the headers of the settings to the address of the service only. Without any, no request is intercepted. */
async function sendHeaders(context: BrowserContext, settings: CheckSettings, { origin }: URL): Promise<void> {
  const given = Object.fromEntries(readLinesSetting(settings, 'request_headers').map(readHeader))
  if (Object.keys(given).length === 0) return
  await context.route(
    (target) => target.origin === origin,
    async (route) => route.continue({ headers: { ...route.request().headers(), ...toLowerCaseNames(given) } }),
  )
}

const toLowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
