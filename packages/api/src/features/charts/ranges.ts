import { nameSchema, type Operation } from '@wachta/resource'
import { nullable, time } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { readEventId } from '../incidents/event-history.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'

const availabilityRange = nameSchema(
  'availability_time_range',
  Type.Object({
    from: nullable(time({ description: 'Null if there is no data yet.' })).schema,
    to: nullable(time({ description: 'Null if there is no data yet.' })).schema,
  }),
)

/** The operations that return the time range for which a chart has data. */
export function chartRangeOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  const createRangeOperation = (
    operation: Pick<Operation, 'id' | 'path' | 'summary'>,
    query: (service: number, now: Date) => RawBuilder<unknown>,
  ) =>
    buildServiceOperation({ ...operation, query: [], result: availabilityRange }, async (service, { db, now }) => {
      const [found] = await db.query(query(service, now))
      return { value: found }
    })
  return [
    createRangeOperation(
      {
        id: 'read_availability_range',
        path: '/services/{_id}/charts/availability/range',
        summary: 'Time range with availability data.',
      },
      (service, now) => sql`select wire_time(min(start_time)) as from,
  wire_time(case when bool_or(end_time is null) then ${now} else max(end_time) end) as to from status_change where service_id = ${service}`,
    ),
    createRangeOperation(
      {
        id: 'read_performance_range',
        path: '/services/{_id}/charts/performance/range',
        summary: 'Time range with response time chart data.',
      },
      // Without analyses with custom settings (kind `c`); `size = 'd'` are the daily rollups.
      (service) => sql`select wire_time(least(a.first, r.first)) as from, wire_time(greatest(a.last, r.last)) as to from
  (select (select time from analysis where service_id = ${service} and kind <> 'c' order by time limit 1) as first,
    (select time from analysis where service_id = ${service} and kind <> 'c' order by time desc limit 1) as last) a,
  (select min(start) as first, max(start) + interval '1 day' as last from rollup where service_id = ${service} and size = 'd' and sensor_id = 0) r`,
    ),
    buildServiceOperation(
      {
        id: 'read_event_availability_range',
        path: '/services/{_id}/event_charts/{_event_id}/availability/range',
        summary: 'Time range with Service Level data for the event.',
        query: [],
        result: availabilityRange,
      },
      async (service, call) => {
        const eventId = await readEventId(call)
        const [found] = await call.db.query(sql`select wire_time(min(start_time)) as from,
  wire_time(case when bool_or(end_time is null) then ${call.now} else max(end_time) end) as to
from event_status_change where service_id = ${service} and event_id = ${eventId}`)
        return { value: found }
      },
    ),
  ]
}
