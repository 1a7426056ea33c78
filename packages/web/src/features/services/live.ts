import { ApiError, type ServerEvent, type ServiceStatus } from '@wachta/client'
import { client, errorText, queryClient } from '../../app/client/client.ts'
import { liveness } from '../../app/client/liveness.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { session } from '../../app/session/session.ts'
import { refreshIncidents } from '../open-incidents/queries.ts'
import { backOff } from './back-off.ts'
import { patched } from './patch.ts'
import { statusesQuery, statusQuery } from './queries.ts'
import { passStatuses } from './status-updates.ts'

/** The maximum delay until a change is noticed that the stream does not report, such as a deleted service. */
const resyncEvery = 5 * 60_000
/**
 * Statuses can change between the first response and the start of the stream, so the list is loaded again after this
 * time.
 */
const settleAfter = 3000
/** How long to wait if the user already has the maximum number of streams, until another tab is closed. */
const streamLimitDelay = 60_000

/** Keeps one stream open for the signed-in user, and writes its statuses into the query cache. */
export function startLive(): void {
  let controller: AbortController | null = null
  let currentToken: string | undefined
  const follow = () => {
    const token = session.token()
    if (token === currentToken) return
    currentToken = token
    controller?.abort()
    controller = token === undefined ? null : new AbortController()
    if (controller) void keepListening(controller.signal)
  }
  session.subscribe(follow)
  follow()
}

async function keepListening(signal: AbortSignal): Promise<void> {
  liveness.connecting()
  for (let failures = 0; !signal.aborted; ) {
    const outcome = await listen(signal, () => {
      failures = 0
    })
    if (signal.aborted) return
    failures += 1
    liveness.late(outcome instanceof ApiError ? errorText(outcome) : '')
    // Until the stream is back, the list is polled; load it now for the first time.
    if (failures === 1) void queryClient.invalidateQueries({ queryKey: statusesQuery.queryKey })
    const isAtStreamLimit = outcome instanceof ApiError && outcome.status === 429
    await pause(isAtStreamLimit ? streamLimitDelay : backOff(failures, Math.random()), signal)
  }
}

/** Reads the stream until it ends, and returns the reason. */
async function listen(signal: AbortSignal, onReady: () => void): Promise<unknown> {
  const resync = setInterval(refresh, resyncEvery)
  // Close the stream when the network is lost: the connection itself would not notice for a long time.
  const cut = new AbortController()
  const onOffline = () => cut.abort(new Error())
  window.addEventListener('offline', onOffline)
  const settle: { timer?: ReturnType<typeof setTimeout> } = {}
  try {
    const events = await client.call(
      'watch_service_statuses',
      {},
      { signal: AbortSignal.any([signal, cut.signal]), retry: false },
    )
    for await (const event of events) {
      // Events that have already arrived belong to the previous account.
      if (signal.aborted) break
      if (event.event === 'ready') {
        onReady()
        liveness.live()
        settle.timer = setTimeout(refresh, settleAfter)
      } else take(event)
    }
    return ''
  } catch (error) {
    return error
  } finally {
    window.removeEventListener('offline', onOffline)
    clearInterval(resync)
    clearTimeout(settle.timer)
  }
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: statusesQuery.queryKey })
  void refreshIncidents()
}

function take({ event, data }: ServerEvent): void {
  if (event === 'refresh') refreshSoon()
  if (event === 'incident') void refreshIncidents()
  if (event !== 'status') return
  const statuses = JSON.parse(data) as readonly ServiceStatus[]
  passStatuses(statuses)
  const rows = queryClient.getQueryData(statusesQuery.queryKey)
  if (rows) {
    const next = patched(rows, statuses)
    if (next.rows !== rows) queryClient.setQueryData(statusesQuery.queryKey, next.rows)
    if (next.hasUnknown) refreshSoon()
  }
  for (const status of statuses) patchOpen(status)
}

/** Updates the page of the service, if it is open: its status and its latest analyses. */
function patchOpen(status: ServiceStatus): void {
  const key = statusQuery(status.service_id).queryKey
  if (queryClient.getQueryData(key) === undefined) return
  queryClient.setQueryData(key, status)
  void queryClient.invalidateQueries({ queryKey: [...serviceKeys.one(status.service_id), 'analyses'] })
}

let isRefreshDue = false

/** Reloads the list after a short time; further calls until then have no effect. */
function refreshSoon(): void {
  if (isRefreshDue) return
  isRefreshDue = true
  setTimeout(() => {
    isRefreshDue = false
    refresh()
  }, settleAfter)
}

/** Waits, but not longer than until the browser is online again or the session has changed. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
