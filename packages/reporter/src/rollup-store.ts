import type { Queryable, Transaction } from '@wachta/database'
import type { RollupSize } from '@wachta/domain'
import { sql } from 'kysely'
import { type RollupRow, rollupSizeCodes } from './rollup-rows.ts'

/** A window from `from` (inclusive) to `to` (exclusive), in epoch milliseconds. */
export interface RollupWindow {
  readonly from: number
  readonly to: number
}

/** Takes the lock that lets only one reporter compute rollups at a time, until the transaction ends. */
export async function tryLockRollups(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query(
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('wachta rollups')) as locked`,
  )
  return row?.locked === true
}

/** Returns the time up to which each size is rolled up, in epoch milliseconds. */
export async function readRollupProgress(db: Queryable): Promise<Partial<Record<RollupSize, number>>> {
  const rows = await db.query(sql<{ size: string; done_to: Date }>`select size, done_to from rollup_progress`)
  const known = new Map(rows.map(({ size, done_to }) => [size, done_to.getTime()]))
  return Object.fromEntries(
    Object.entries(rollupSizeCodes).flatMap(([size, code]) => {
      const done = known.get(code)
      return done === undefined ? [] : [[size, done]]
    }),
  )
}

export async function saveProgress(db: Queryable, size: RollupSize, doneUntil: number): Promise<void> {
  await db.query(sql`insert into rollup_progress (size, done_to) values (${rollupSizeCodes[size]}, ${new Date(doneUntil)})
on conflict (size) do update set done_to = excluded.done_to`)
}

/** Returns the ids of the next services after `last`. */
export async function listRollupServices(db: Queryable, last: number, limit: number): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`select id from service where id > ${last} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

const batchSize = 2000
const columns = `analyses failures below_quorum ok_checks error_checks unknown_checks response_count response_sum
  response_minimum response_maximum response_p50 response_p95 parts`.split(/\s+/)

/** Inserts or replaces rollups. */
export async function saveRollups(db: Queryable, rows: readonly RollupRow[]): Promise<void> {
  const names = sql.join(columns.map((name) => sql.id(name)))
  const changes = sql.join(columns.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`))
  for (let first = 0; first < rows.length; first += batchSize) {
    const batch = rows.slice(first, first + batchSize).map((row) => ({ ...row, start: new Date(row.start) }))
    await db.query(sql`insert into rollup (service_id, size, start, sensor_id, ${names})
select service_id, size, start, sensor_id, ${names} from json_populate_recordset(null::rollup, ${JSON.stringify(batch)}::json) r
where exists (select from service v where v.id = r.service_id)
on conflict (service_id, size, sensor_id, start) do update set ${changes}`)
  }
}
