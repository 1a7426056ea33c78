import { addNotification } from '@wachta/testing/api/notifications'
import { sql } from 'kysely'
import type { Stage } from './stage.ts'

/** How one view shows an incident. */
interface IncidentView {
  readonly isResolved: boolean
  /** Who acknowledged it; null if it is not acknowledged. Undefined if the view does not show that. */
  readonly owner: string | null | undefined
}

interface IncidentRecord {
  readonly id: number
  readonly state: string
  readonly end_time: string | null
  readonly quiet_since: string | null
  readonly acknowledged_by: string | null
}

/**
 * Reads every view of the newest incident of a service, without a write in between, and returns those that disagree
 * with the list of incidents.
 */
export async function findDisagreements(stage: Stage, service: number): Promise<string[]> {
  const { api, people } = stage
  const as = people['Anna']
  const newest = await searchNewest(stage, service)
  if (!newest) return []
  const { body: pageIncident } = await api.call('GET', `/incidents/${newest.id}`, { as })
  const { body: serviceIncidents } = await api.call('GET', `/services/${service}/incidents?sort=-start_time&limit=1`, {
    as,
  })
  const openIncidentSearch = { filters: { end_time: [{ type: 'is_null', argument: true }], service_id: [service] } }
  const { body: openIncidents } = await api.call('POST', '/incidents/search', { as, body: openIncidentSearch })
  const { body: timeline } = await api.call('GET', `/incidents/${newest.id}/timeline`, { as })
  const views: Readonly<Record<string, IncidentView | undefined>> = {
    'incident page': toView(pageIncident),
    'service page': toView(serviceIncidents[0]),
    'dashboard and wall': openIncidents[0] ? toView(openIncidents[0]) : { isResolved: true, owner: undefined },
    timeline: readTimeline(timeline),
    'page of the link in a message': await readLinkedPage(stage, newest.id),
    alerts: await readAlerts(stage, newest.id),
  }
  const expected = toView(newest)
  const disagreeing = Object.entries(views).filter(([, view]) => view && !agrees(view, expected))
  const status = await findStatusDisagreements(stage, service, newest)
  return [
    ...disagreeing.map(([name, view]) => `${name}: ${JSON.stringify(view)}, list: ${JSON.stringify(expected)}`),
    ...status,
  ]
}

const agrees = (view: IncidentView, expected: IncidentView): boolean =>
  view.isResolved === expected.isResolved && (view.owner === undefined || view.owner === expected.owner)

const toView = ({ state, end_time, acknowledged_by }: IncidentRecord): IncidentView => ({
  isResolved: state === 'resolved' && end_time !== null,
  owner: end_time === null ? acknowledged_by : undefined,
})

async function searchNewest({ api, people }: Stage, service: number): Promise<IncidentRecord | undefined> {
  const body = {
    filters: { service_id: [service] },
    sort: [{ field: 'start_time', order: 'descending' }],
    limit: 1,
  }
  return (await api.call('POST', '/incidents/search', { as: people['Anna'], body })).body[0]
}

interface TimelineBody {
  readonly alerts: readonly { readonly end_time: string | null }[]
  readonly entries: readonly { readonly kind: string; readonly author: string }[]
}

function readTimeline({ alerts, entries }: TimelineBody): IncidentView {
  const last = entries.findLast(({ kind }) => kind !== 'note')
  const isResolved = alerts.every(({ end_time }) => end_time !== null)
  return { isResolved, owner: isResolved ? undefined : last?.kind === 'acknowledged' ? last.author : null }
}

/** Opens the link of a notification about the incident; the first call creates the notification. */
async function readLinkedPage({ api, account }: Stage, incident: number): Promise<IncidentView | undefined> {
  const [alert] = await api.owner.query(sql<{ id: number; service_id: number; notification: number | null }>`
select o.id, o.service_id, (select min(n.id) from notification n where n.occurrence_id = o.id) as notification
from occurrence o where o.incident_id = ${incident} order by o.id limit 1`)
  if (!alert) return undefined
  const id =
    alert.notification ??
    (await addNotification(api.owner, account, { occurrence_id: alert.id, service_id: alert.service_id }))
  const { body } = await api.app.inject({ method: 'GET', url: `/acknowledge/${api.signer.sign(id)}` })
  const isResolved = body.includes('Incident resolved')
  const owner = /Acknowledged by ([^,]+),/.exec(body)?.[1] ?? null
  return { isResolved, owner: isResolved ? undefined : owner }
}

/** Reads alerts and rule statuses, as version 3 of the API shows them: all open alerts must agree. */
async function readAlerts({ api }: Stage, incident: number): Promise<IncidentView | undefined> {
  const alerts = await api.owner.query(sql<{
    by: string | null
    status: string
  }>`select o.acknowledged_by as by, s.status
from occurrence o join event_status s on s.service_id = o.service_id and s.occurrence_id = o.id
where o.incident_id = ${incident} and o.end_time is null`)
  const isResolved = alerts.length === 0
  const owners = new Set(
    alerts.map(({ by, status }) => (status === 'disabled' ? by : by === null ? null : `${by}, but ${status}`)),
  )
  return { isResolved, owner: isResolved ? undefined : owners.size === 1 ? [...owners][0] : 'several' }
}

/** A service that is down has an open incident; one that is up has none, or one that is about to be resolved. */
async function findStatusDisagreements(
  { api, people }: Stage,
  service: number,
  newest: IncidentRecord,
): Promise<string[]> {
  const { body } = await api.call('GET', `/service_statuses/${service}`, { as: people['Anna'] })
  const isOpen = newest.end_time === null
  if (body.status === 'failure' && (!isOpen || newest.quiet_since !== null)) return ['down without an open incident']
  if (body.status === 'ok' && isOpen && newest.quiet_since === null) return ['up, but the incident says down']
  return []
}
