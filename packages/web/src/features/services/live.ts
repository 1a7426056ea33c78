import { ApiError, type ServerEvent, type ServiceStatus } from '@wachta/client'
import { client, errorText, queryClient } from '../../app/client/client.ts'
import { liveness } from '../../app/client/liveness.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { session } from '../../app/session/session.ts'
import { backOff } from './back-off.ts'
import { patched } from './patch.ts'
import { statusesQuery, statusQuery } from './queries.ts'
import { passStatuses } from './status-updates.ts'

/** How late a change is noticed that the stream does not report, such as a deleted service. */
const resyncEvery = 5 * 60_000
/** The first answer is on its way while the stream is being opened; what fell between the two is asked for a little later. */
const settleAfter = 3000
/** More streams than one person may have: another tab has to be closed first. */
const crowded = 60_000

/** Keeps one stream open for the signed-in user, and writes its statuses into the query cache. */
export function startLive(): void {
  let leaving: AbortController | null = null
  let heardBy: string | undefined
  const follow = () => {
    const token = session.token()
    if (token === heardBy) return
    heardBy = token
    leaving?.abort()
    leaving = token === undefined ? null : new AbortController()
    if (leaving) void keepListening(leaving.signal)
  }
  session.subscribe(follow)
  follow()
}

async function keepListening(left: AbortSignal): Promise<void> {
  liveness.connecting()
  for (let failures = 0; !left.aborted; ) {
    const outcome = await listen(left, () => {
      failures = 0
    })
    if (left.aborted) return
    failures += 1
    liveness.late(outcome instanceof ApiError ? errorText(outcome) : '')
    // Until the stream is back the list is asked for by the clock; the first time at once.
    if (failures === 1) void queryClient.invalidateQueries({ queryKey: statusesQuery.queryKey })
    const isCrowded = outcome instanceof ApiError && outcome.status === 429
    await pause(isCrowded ? crowded : backOff(failures, Math.random()), left)
  }
}

/** Returns why it has ended. */
async function listen(left: AbortSignal, onReady: () => void): Promise<unknown> {
  const resync = setInterval(refresh, resyncEvery)
  // A connection that the network has gone from under does not notice for a long time.
  const cut = new AbortController()
  const onOffline = () => cut.abort(new Error())
  window.addEventListener('offline', onOffline)
  const settle: { timer?: ReturnType<typeof setTimeout> } = {}
  try {
    const events = await client.call(
      'watch_service_statuses',
      {},
      { signal: AbortSignal.any([left, cut.signal]), retry: false },
    )
    for await (const event of events) {
      // What had come already is of an account that is no longer looked at.
      if (left.aborted) break
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

const refresh = () => void queryClient.invalidateQueries({ queryKey: statusesQuery.queryKey })

function take({ event, data }: ServerEvent): void {
  if (event === 'refresh') refreshSoon()
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

/** Where the page of a service is open, its state and its newest analyses follow too. */
function patchOpen(status: ServiceStatus): void {
  const key = statusQuery(status.service_id).queryKey
  if (queryClient.getQueryData(key) === undefined) return
  queryClient.setQueryData(key, status)
  void queryClient.invalidateQueries({ queryKey: [...serviceKeys.one(status.service_id), 'analyses'] })
}

let isRefreshDue = false

/** However often it is called for, the whole list is asked for once in a while only. */
function refreshSoon(): void {
  if (isRefreshDue) return
  isRefreshDue = true
  setTimeout(() => {
    isRefreshDue = false
    refresh()
  }, settleAfter)
}

/** Cut short when the browser finds its network again. */
function pause(milliseconds: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      left.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    left.addEventListener('abort', done)
  })
}
