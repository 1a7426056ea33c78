import type { Database } from '@wachta/database'
import { verifyRecord } from '@wachta/evidence'
import { type RawBuilder, sql } from 'kysely'
import type { Stage } from './stage.ts'
import type { TamperCounts } from './tamper-files.ts'

export interface RowOptions {
  /** How many sealed rows are changed. */
  readonly rows: number
  readonly print: (line: string) => void
}

/** Verification lists at most this many faults, so no more rows are changed at once. */
const [maxRowsPerBatch, maxDetailsPerBatch] = [80, 20]

const analysisChanges: readonly RawBuilder<unknown>[] = [
  sql`set failure = not failure`,
  sql`set ok_checks_count = ok_checks_count + 1`,
  sql`set error_checks_count = error_checks_count + 1`,
  sql`set unknown_checks_count = unknown_checks_count + 1`,
  sql`set error_tolerance = error_tolerance + 1`,
  sql`set revision = revision + 1`,
  sql`set kind = 'f'`,
  sql`set checks = set_byte(checks, length(checks) - 1, get_byte(checks, length(checks) - 1) # 1)`,
]

const detailChanges: readonly RawBuilder<unknown>[] = [
  sql`set error_message = error_message || '.'`,
  sql`set base_url = 'http://example.org/'`,
  sql`set response_headers = 'server: other'`,
  sql`set metrics = '{"a": 1}'`,
]

/** Changes sealed rows of every kind without the product, lets it verify its record, and restores them. */
export async function tamperWithRows(stage: Stage, options: RowOptions): Promise<TamperCounts> {
  const { db } = stage
  const before = await verifyRecord(db)
  if (before.faultCount > 0)
    throw new Error(`the record has faults before it is changed: ${JSON.stringify(before.faults.slice(0, 3))}`)
  let [tampered, detected] = [0, 0]
  for (const attack of [tamperWithRecords, tamperWithReports, tamperWithLinks]) {
    const found = await attack(db, options)
    tampered += found.tampered
    detected += found.detected
  }
  return { tampered, detected }
}

interface RecordRow {
  readonly table: SealedTable
  readonly service_id: number
  readonly time: Date
}

const windowMs = 900_000
const dayMs = 86_400_000

type SealedTable = 'analysis' | 'check_detail'

/** Changes analyses and details of checks, spread over all days. */
async function tamperWithRecords(db: Database, options: RowOptions): Promise<TamperCounts> {
  const days = await listRecordedDays(db)
  const batches = Math.ceil(options.rows / maxRowsPerBatch)
  let [tampered, detected] = [0, 0]
  for (let batch = 0; batch < batches; batch += 1) {
    const day = days[Math.floor(((batch + 0.5) * days.length) / batches)] ?? new Date()
    const rows = [
      ...(await chooseRows(db, 'analysis', { day, limit: maxRowsPerBatch - maxDetailsPerBatch })),
      ...(await chooseRows(db, 'check_detail', { day, limit: maxDetailsPerBatch })),
    ]
    const missed = await findMissed(db, day, rows)
    for (const { table, service_id, time } of missed.slice(0, 5))
      options.print(`${table} of ${service_id} at ${time.toISOString()}: the change was not detected`)
    tampered += rows.length
    detected += rows.length - missed.length
  }
  return { tampered, detected }
}

async function listRecordedDays(db: Database): Promise<Date[]> {
  const rows = await db.query(sql<{ day: Date }>`select d as day from
  (select min(time) as first, max(time) as last from analysis) r, generate_series(date_trunc('day', first), date_trunc('day', last), '1 day') d`)
  return rows.map(({ day }) => day)
}

/** At most one row per service and window, so that each fault belongs to one row. */
const chooseRows = (
  db: Database,
  table: SealedTable,
  { day, limit }: { readonly day: Date; readonly limit: number },
): Promise<RecordRow[]> =>
  db.query(sql<RecordRow>`select ${table}::text as table, service_id, time from (
  select distinct on (service_id, floor(extract(epoch from time) / ${sql.lit(windowMs / 1000)})) service_id, time from ${sql.table(table)}
  where time >= ${day} and time < ${new Date(day.getTime() + dayMs)}
  order by service_id, floor(extract(epoch from time) / ${sql.lit(windowMs / 1000)}), hashtext(time::text)) r
order by hashtext(service_id::text || time::text) limit ${limit}`)

/** Changes rows, and returns those that verification does not report. */
async function findMissed(db: Database, day: Date, rows: readonly RecordRow[]): Promise<RecordRow[]> {
  const tables = ['analysis', 'check_detail'] as const
  const selectRows = (table: SealedTable) => {
    const tableRows = rows.filter((row) => row.table === table)
    return sql`(service_id, time) in (select * from unnest(${tableRows.map((row) => row.service_id)}::bigint[], ${tableRows.map((row) => row.time)}::timestamptz[]))`
  }
  const getBackupTable = (table: SealedTable) => sql.table(`kept_${table}`)
  for (const table of tables)
    await db.query(
      sql`create table ${getBackupTable(table)} as select * from ${sql.table(table)} where ${selectRows(table)}`,
    )
  try {
    for (const [index, { table, service_id, time }] of rows.entries())
      await db.query(createChange(table, index, sql`service_id = ${service_id} and time = ${time}`))
    const { faults } = await verifyRecord(db, { from: day, to: new Date(day.getTime() + dayMs) })
    const found = new Set(
      faults.flatMap((one) =>
        'window_start' in one && 'service_id' in one
          ? [`${one.table} ${one.service_id} ${one.window_start.getTime()}`]
          : [],
      ),
    )
    return rows.filter(
      ({ table, service_id, time }) =>
        !found.has(`${table} ${service_id} ${Math.floor(time.getTime() / windowMs) * windowMs}`),
    )
  } finally {
    for (const table of tables) {
      await db.query(sql`delete from ${sql.table(table)} where ${selectRows(table)}`)
      await db.query(sql`insert into ${sql.table(table)} select * from ${getBackupTable(table)}`)
      await db.query(sql`drop table ${getBackupTable(table)}`)
    }
  }
}

/** Changes the columns in turn, and after the last of them deletes a row instead. */
function createChange(table: SealedTable, index: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const changes = table === 'analysis' ? analysisChanges : detailChanges
  const change = changes[index % (changes.length + 1)]
  return change
    ? sql`update ${sql.table(table)} ${change} where ${where}`
    : sql`delete from ${sql.table(table)} where ${where}`
}

/** Changes files of reports, which are sealed by links: each kind of change is made to all files at once. */
async function tamperWithReports(db: Database, { print }: RowOptions): Promise<TamperCounts> {
  const files = await db.query(
    sql<{ report_id: number; type_id: string }>`select report_id, type_id from report_file
where content is not null order by 1, 2 limit ${maxRowsPerBatch}`,
  )
  const changes = [
    sql`set content = set_byte(content, length(content) / 2, get_byte(content, length(content) / 2) # 1)`,
    sql`set sha256 = set_byte(sha256, 5, get_byte(sha256, 5) # 1)`,
  ]
  let detected = 0
  for (const change of changes) {
    const attack = sql`update report_file ${change} where content is not null`
    await db.query(attack)
    const { faults } = await verifyRecord(db, emptyRange)
    // Flips the same bit back.
    await db.query(attack)
    for (const { report_id, type_id } of files) {
      const isFound = faults.some(
        (one) => one.table === 'report_file' && one.report_id === report_id && one.type_id === type_id,
      )
      if (!isFound) print(`file ${type_id} of report ${report_id}: the change was not detected`)
      detected += Number(isFound)
    }
  }
  return { tampered: files.length * changes.length, detected }
}

/** Changes links of the chain itself, a few at a time and far apart. */
async function tamperWithLinks(db: Database, { print }: RowOptions): Promise<TamperCounts> {
  const changes = [
    sql`set content = set_byte(content, length(content) - 1, get_byte(content, length(content) - 1) # 1)`,
    sql`set hash = set_byte(hash, 3, get_byte(hash, 3) # 1)`,
    sql`set time = time + interval '1 millisecond'`,
    sql`set window_start = coalesce(window_start, '2026-01-01') + interval '15 minutes'`,
  ]
  let [tampered, detected] = [0, 0]
  for (const [index, change] of changes.entries()) {
    const links = await db.query(sql<{ number: number }>`select number from seal
where number % (select greatest(count(*) / 20, 3) from seal) = ${index + 1} order by number limit 20`)
    const numbers = links.map(({ number }) => number)
    await db.query(sql`create table kept_seal as select * from seal where number = any(${numbers}::bigint[])`)
    await db.query(sql`update seal ${change} where number = any(${numbers}::bigint[])`)
    const { faults } = await verifyRecord(db, emptyRange)
    await db.query(sql`delete from seal where number = any(${numbers}::bigint[])`)
    await db.query(sql`insert into seal select * from kept_seal`)
    await db.query(sql`drop table kept_seal`)
    for (const number of numbers) {
      const isFound = faults.some((one) => one.table === 'seal' && one.number === number)
      if (!isFound) print(`link ${number}: the change was not detected`)
      tampered += 1
      detected += Number(isFound)
    }
  }
  return { tampered, detected }
}

/** The chain is verified in any case; this range adds no records. */
const emptyRange = { from: new Date(0), to: new Date(0) }
