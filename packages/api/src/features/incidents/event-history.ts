import { type Interval, intersectIntervals, sumLengths } from '@wachta/domain'
import {
  buildResourceSchemas,
  type Call,
  closed,
  nameSchema,
  type Operation,
  type RowCondition,
  requirePermission,
} from '@wachta/resource'
import { number, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import {
  findRowText,
  parseId,
  searchPage,
  selectKeyAt,
  selectOverlapping,
  toRangeKeys,
} from '../../platform/found-rows.ts'
import { pageParameters, parseRange, type Range, rangeParameters, sortParameter } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { event } from '../alert-rules/event.ts'
import { buildPercentageSchema } from '../checks-and-history/service-level.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { eventStatusChange } from './event-status-change.ts'

const basePath = '/services/{_id}/event_history/{_event_id}'

/** Selects the rows of the service and the alert rule (an event in the API) in the first two keys. */
const isOfServiceEvent = (row: Parameters<RowCondition['condition']>[0]) =>
  sql<boolean>`${row('service_id')} = ${selectKeyAt(0)} and ${row('event_id')} = ${selectKeyAt(1)}`
const rangeCondition: RowCondition = {
  cacheKey: 'of a service and an event in a range',
  condition: (row) =>
    sql<boolean>`${isOfServiceEvent(row)} and ${selectOverlapping(row, { from: selectKeyAt(2), to: selectKeyAt(3) })}`,
}
const singleCondition: RowCondition = {
  cacheKey: 'one of a service and an event',
  condition: (row) => sql<boolean>`${isOfServiceEvent(row)} and ${row('id')} = ${selectKeyAt(2)}`,
}

export const eventLevelFields = {
  inactive_seconds: number({ description: 'The event did not occur.' }).schema,
  active_seconds: number({ description: 'It occurred and was not acknowledged.' }).schema,
  disabled_seconds: number({ description: 'It occurred and was acknowledged.' }).schema,
  unknown_seconds: number({ description: 'It was not evaluated.' }).schema,
  service_level: buildPercentageSchema('100 · inactive / (inactive + active + disabled); null if nothing is known.'),
}

const eventServiceLevel = nameSchema(
  'event_service_level',
  Type.Object({ from: time().schema, to: time().schema, ...eventLevelFields }, closed),
)

/** The operations of the history of an alert rule on a service: its status changes and its service level. */
export function eventHistoryOperations(
  context: ApiContext,
  buildServiceOperation: ServiceOperationBuilder,
): Operation[] {
  const { record } = buildResourceSchemas(eventStatusChange, context.searcher.registry)
  const toChangeQuery = (id: number, eventId: number, ...extraKeys: (string | number)[]) => ({
    resource: eventStatusChange,
    keys: [id, eventId, ...extraKeys],
  })
  return [
    buildServiceOperation(
      {
        id: 'read_event_service_level',
        path: `${basePath}/service_level`,
        summary: 'Service Level for service and event in a time range.',
        query: rangeParameters,
        result: eventServiceLevel,
      },
      async (id, call) => {
        const eventId = await readEventId(call)
        const { from, to } = parseRange(call)
        const end = Math.max(Math.min(to.getTime(), call.now.getTime()), from.getTime())
        const spans = await loadEventSpans({ serviceId: id, eventId }, { from, to }, call)
        return {
          value: {
            from: formatWireTime(from),
            to: formatWireTime(end),
            ...computeEventLevel(spans, { start: from.getTime(), end }),
          },
        }
      },
    ),
    buildServiceOperation(
      {
        id: 'list_event_status_changes',
        path: `${basePath}/status_changes`,
        summary: 'Event state changes for the service in a time range.',
        query: [...rangeParameters, ...pageParameters, sortParameter('start_time')],
        result: [record],
      },
      async (id, call) => {
        const eventId = await readEventId(call)
        const keys = toRangeKeys(parseRange(call))
        return searchPage(
          context,
          { ...toChangeQuery(id, eventId, ...keys), within: rangeCondition, sortBy: 'start_time' },
          call,
        )
      },
    ),
    buildServiceOperation(
      {
        id: 'read_event_status_change',
        path: `${basePath}/status_changes/{_change_id}`,
        summary: 'One event state change.',
        query: [],
        result: record,
      },
      async (id, call) => {
        const eventId = await readEventId(call)
        const query = { ...toChangeQuery(id, eventId, parseId(call.params['_change_id'])), within: singleCondition }
        return { text: await findRowText(context, query, call) }
      },
    ),
  ]
}

/** Returns the id of the alert rule in the path; rejects if the caller may not read the rule itself. */
export async function readEventId(call: Call): Promise<number> {
  const id = parseId(call.params['_event_id'])
  await requirePermission({ resource: event, key: id }, 'read', call)
  return id
}

export type EventSpan = Interval & { readonly status: 'inactive' | 'active' | 'disabled' }

/** An alert rule and one of its services. */
export interface ServiceEvent {
  readonly serviceId: number
  readonly eventId: number
}

/** Loads the periods of an alert rule's status on a service that overlap the range, up to now. */
export function loadEventSpans({ serviceId, eventId }: ServiceEvent, { from, to }: Range, { db, now }: Call) {
  return db.query(sql<EventSpan>`select status, (extract(epoch from start_time) * 1000)::float8 as start,
  (extract(epoch from least(end_time, ${to}, ${now})) * 1000)::float8 as "end"
from event_status_change where service_id = ${serviceId} and event_id = ${eventId}
  and start_time < ${to} and (end_time is null or end_time > ${from}) order by start_time`)
}

/**
 * Computes the seconds per status and the service level. All times are first rounded down to whole seconds, as for the
 * service level of a service.
 */
export function computeEventLevel(spans: readonly EventSpan[], range: Interval) {
  const floorToSecond = (time: number) => Math.floor(time / 1000) * 1000
  const within = { start: floorToSecond(range.start), end: floorToSecond(range.end) }
  const sumSeconds = (status: EventSpan['status']) => {
    const matching = spans.filter((span) => span.status === status)
    const rounded = matching.map(({ start, end }) => ({ start: floorToSecond(start), end: floorToSecond(end) }))
    return sumLengths(intersectIntervals(rounded, [within])) / 1000
  }
  const [inactive, active, disabled] = [sumSeconds('inactive'), sumSeconds('active'), sumSeconds('disabled')]
  const known = inactive + active + disabled
  return {
    inactive_seconds: inactive,
    active_seconds: active,
    disabled_seconds: disabled,
    unknown_seconds: sumLengths([within]) / 1000 - known,
    service_level: known === 0 ? null : (100 * inactive) / known,
  }
}
