import type { Probe } from '@wachta/checks'
import type { PageObservation } from './page/judge-page.ts'
import type { LoggedRequest } from './page/request-log.ts'
import type { BrowserSession } from './session.ts'

type PageCounts = Pick<
  PageObservation,
  'scriptErrors' | 'consoleErrors' | 'failedRequests' | 'requestCount' | 'transferred'
>

/** Counts what the browser has done so far, and reports it as metrics. */
export function measure(session: BrowserSession, probe: Probe): PageCounts {
  const { requests, console, jailed } = session
  const failed = requests.requests.filter((request) => isFailed(request, jailed.proxy.connections))
  const counts = {
    scriptErrors: console.scriptErrors,
    consoleErrors: console.errorCount,
    failedRequests: failed.map(describeFailed),
    requestCount: requests.requests.length + requests.omitted,
    transferred: requests.requests.reduce((sum, { transferred }) => sum + transferred, 0),
  }
  probe.measure('request_count', counts.requestCount)
  probe.measure('failed_request_count', failed.length)
  probe.measure('console_error_count', counts.consoleErrors)
  probe.measure('transferred_size', counts.transferred)
  const usage = session.processorUsage()
  if (usage !== null) probe.measure('sensor_cpu_usage', Math.round(usage * 100))
  return counts
}

type Connection = BrowserSession['jailed']['proxy']['connections'][number]

/** Returns whether a request failed. Requests that the page cancelled itself or the settings block do not count. */
function isFailed({ error, status, isCancelled, url }: LoggedRequest, connections: readonly Connection[]): boolean {
  // If a script is answered with an error status, the browser cancels the request itself.
  if (isErrorStatus(status)) return true
  if (error === null) return false
  const host = URL.parse(url)?.hostname
  return !isCancelled && !connections.some((each) => each.isBlocked && each.host === host)
}

const describeFailed = ({ url, error, status }: LoggedRequest): string =>
  `${url} (${isErrorStatus(status) ? `status ${status}` : error})`

const isErrorStatus = (status: number | null): boolean => status !== null && status >= 400
