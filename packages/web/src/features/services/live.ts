import type { ServiceStatus } from '@wachta/client'
import { queryClient } from '../../app/client/client.ts'
import { liveness } from '../../app/client/liveness.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { followLive, onLiveEvent } from '../../app/live/live-events.ts'
import { refreshIncidents } from '../open-incidents/queries.ts'
import { patchList } from './patch.ts'
import { statusesQuery, statusQuery } from './queries.ts'
import { passStatuses } from './status-updates.ts'

/** The maximum delay until a change is noticed that the stream does not report, such as a deleted service. */
const resyncIntervalMs = 5 * 60_000
/**
 * Statuses can change between the first response and the start of the stream, so the list is loaded again after this
 * time.
 */
const refreshDelayMs = 3000

/** Follows the live stream of the signed-in user, and writes its statuses into the query cache. */
export function startLive(): void {
  onLiveEvent('ready', refreshSoon)
  onLiveEvent('refresh', refreshSoon)
  onLiveEvent('status', (data) => applyStatuses(JSON.parse(data)))
  onLiveEvent('incident', () => void refreshIncidents())
  setInterval(() => liveness.get().kind === 'live' && refresh(), resyncIntervalMs)
  let lastKind = liveness.get().kind
  liveness.subscribe(() => {
    const { kind } = liveness.get()
    // The list is polled until the stream is back; the first load must not wait for the polling interval.
    if (kind === 'delayed' && lastKind !== 'delayed') refresh()
    lastKind = kind
  })
  followLive()
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: statusesQuery.queryKey })
  void refreshIncidents()
}

function applyStatuses(statuses: readonly ServiceStatus[]): void {
  passStatuses(statuses)
  const rows = queryClient.getQueryData(statusesQuery.queryKey)
  if (rows) {
    const next = patchList(rows, statuses)
    if (next.rows !== rows) queryClient.setQueryData(statusesQuery.queryKey, next.rows)
    if (next.hasUnknown) refreshSoon()
  }
  for (const status of statuses) updateServicePage(status)
}

/** Updates the page of the service, if it is open: its status and its latest analyses. */
function updateServicePage(status: ServiceStatus): void {
  const key = statusQuery(status.service_id).queryKey
  if (queryClient.getQueryData(key) === undefined) return
  queryClient.setQueryData(key, status)
  void queryClient.invalidateQueries({ queryKey: [...serviceKeys.one(status.service_id), 'analyses'] })
}

let isRefreshDue = false

/** Reloads the statuses and the incidents after a short time; further calls until then have no effect. */
function refreshSoon(): void {
  if (isRefreshDue) return
  isRefreshDue = true
  setTimeout(() => {
    isRefreshDue = false
    refresh()
  }, refreshDelayMs)
}
