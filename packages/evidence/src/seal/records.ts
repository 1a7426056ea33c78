import { listPartitionDays, type Queryable } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { type StoredRecord, splitRecords } from './digest.ts'
import { dayLengthMs, type SealScope } from './window.ts'

/** A table whose rows are sealed, in links of the chain that have its `kind`. */
export interface SealedTable {
  readonly kind: 'analyses' | 'details'
  readonly table: 'analysis' | 'check_detail'
  /** The bytes of a record after service id and time. Changing this expression requires a new layout of links. */
  readonly recordEnd: RawBuilder<Buffer>
  /** The order of the records of a service. */
  readonly order: RawBuilder<unknown>
}

export const sealedTables: readonly SealedTable[] = [
  {
    kind: 'analyses',
    table: 'analysis',
    recordEnd: sql`int4send(revision) || int2send(error_tolerance) || int2send(ok_checks_count) || int2send(error_checks_count)
    || int2send(unknown_checks_count) || boolsend(failure) || charsend(kind) || checks`,
    order: sql`time`,
  },
  {
    kind: 'details',
    table: 'check_detail',
    recordEnd: sql`convert_to(jsonb_build_array(sensor_id, error_message, base_url, content_type, file_name, response_headers,
    metrics, step_data)::text, 'UTF8')`,
    order: sql`time, sensor_id`,
  },
]

/** Returns the records of services in a window, in order; services without records are absent. */
export async function readStoredRecords(
  db: Queryable,
  { table, recordEnd, order }: SealedTable,
  { services, window: { from, to } }: SealScope,
): Promise<Map<number, StoredRecord[]>> {
  const rows = await db.query(sql<{ service_id: number; records: Buffer }>`select service_id,
  string_agg(int4send(length(record)) || record, ''::bytea order by ${order}) as records
from (select *, int8send(service_id) || timestamptz_send(time) || ${recordEnd} as record from ${sql.table(table)}
  where service_id = any(${services}::bigint[]) and time >= ${new Date(from)} and time < ${new Date(to)}) r
group by service_id order by service_id`)
  return new Map(rows.map(({ service_id, records }) => [service_id, splitRecords(records)]))
}

/**
 * Returns the time of the first analysis. It queries one daily partition after another, as there may be years of them.
 */
export async function findFirstAnalysisTime(db: Queryable): Promise<number | undefined> {
  for (const day of await listPartitionDays(db, 'analysis')) {
    const [found] = await db.query(sql<{ first: Date | null }>`select min(time) as first from analysis
where time >= ${day} and time < ${new Date(day.getTime() + dayLengthMs)}`)
    if (found?.first) return found.first.getTime()
  }
  return undefined
}

/** A page of services in the order of ids: at most `limit`, with ids above `lastId`. */
interface ServicePage {
  readonly lastId: number
  readonly limit: number
  /** In epoch milliseconds. Services that were deleted after this time are included, because they may have records. */
  readonly deletedAfter: number
}

export async function listServiceIds(db: Queryable, { lastId, limit, deletedAfter }: ServicePage): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`select id from (
  (select id from service where id > ${lastId} order by id limit ${limit})
  union (select service_id from service_revision where configuration is null and effective_to >= ${new Date(deletedAfter)} and service_id > ${lastId}
    order by service_id limit ${limit})) s order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}
