import type { Database } from '@wachta/database'
import { verifyRecord } from '@wachta/evidence'
import { type RawBuilder, sql } from 'kysely'
import type { Stage } from './stage.ts'
import type { Tampering } from './tamper-files.ts'

export interface RowOptions {
  /** How many sealed rows are changed. */
  readonly rows: number
  readonly print: (line: string) => void
}

/** Verification lists this many faults, so that no more are made at once. */
const rowsAtOnce = 80

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

/** Changes sealed rows of every kind behind the product's back, lets it verify its record, and puts them back. */
export async function tamperWithRows(stage: Stage, options: RowOptions): Promise<Tampering> {
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
  readonly service_id: number
  readonly time: Date
}

const windowMs = 900_000
const dayMs = 86_400_000

/** Analyses and words about checks, spread over all days. */
async function tamperWithRecords(db: Database, options: RowOptions): Promise<Tampering> {
  const days = await recordedDays(db)
  const batches = Math.ceil(options.rows / rowsAtOnce / 2)
  let [tampered, detected] = [0, 0]
  for (let batch = 0; batch < batches; batch += 1) {
    const day = days[Math.floor(((batch + 0.5) * days.length) / batches)] ?? new Date()
    for (const table of ['analysis', 'check_detail'] as const) {
      const rows = await chooseRows(db, table, day)
      const missed = await findMissed(db, table, { day, rows })
      for (const { service_id, time } of missed.slice(0, 5))
        options.print(`${table} of ${service_id} at ${time.toISOString()}: the change was not noticed`)
      tampered += rows.length
      detected += rows.length - missed.length
    }
  }
  return { tampered, detected }
}

async function recordedDays(db: Database): Promise<Date[]> {
  const rows = await db.query(sql<{ day: Date }>`select d as day from
  (select min(time) as first, max(time) as last from analysis) r, generate_series(date_trunc('day', first), date_trunc('day', last), '1 day') d`)
  return rows.map(({ day }) => day)
}

/** One row of a service and window at most, so that each fault is that of one row. */
const chooseRows = (db: Database, table: 'analysis' | 'check_detail', day: Date): Promise<RecordRow[]> =>
  db.query(sql<RecordRow>`select service_id, time from (
  select distinct on (service_id, floor(extract(epoch from time) / ${sql.lit(windowMs / 1000)})) service_id, time from ${sql.table(table)}
  where time >= ${day} and time < ${new Date(day.getTime() + dayMs)}
  order by service_id, floor(extract(epoch from time) / ${sql.lit(windowMs / 1000)}), hashtext(time::text)) r
order by hashtext(service_id::text || time::text) limit ${rowsAtOnce}`)

interface Attack {
  readonly day: Date
  readonly rows: readonly RecordRow[]
}

async function findMissed(
  db: Database,
  table: 'analysis' | 'check_detail',
  { day, rows }: Attack,
): Promise<RecordRow[]> {
  const chosen = sql`(service_id, time) in (select * from unnest(${rows.map((row) => row.service_id)}::bigint[], ${rows.map((row) => row.time)}::timestamptz[]))`
  const kept = sql.table('kept_before_tampering')
  await db.query(sql`create table ${kept} as select * from ${sql.table(table)} where ${chosen}`)
  try {
    for (const [index, { service_id, time }] of rows.entries())
      await db.query(changeOf(table, index, sql`service_id = ${service_id} and time = ${time}`))
    const { faults } = await verifyRecord(db, { from: day, to: new Date(day.getTime() + dayMs) })
    const found = new Set(
      faults.flatMap((one) =>
        one.table === table && 'service_id' in one ? [`${one.service_id} ${one.window_start.getTime()}`] : [],
      ),
    )
    return rows.filter(
      ({ service_id, time }) => !found.has(`${service_id} ${time.getTime() - (time.getTime() % windowMs)}`),
    )
  } finally {
    await db.query(sql`delete from ${sql.table(table)} where ${chosen}`)
    await db.query(sql`insert into ${sql.table(table)} select * from ${kept}`)
    await db.query(sql`drop table ${kept}`)
  }
}

/** Every column in turn, and every ninth row is deleted. */
function changeOf(table: 'analysis' | 'check_detail', index: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const changes = table === 'analysis' ? analysisChanges : detailChanges
  const change = changes[index % (changes.length + 1)]
  return change
    ? sql`update ${sql.table(table)} ${change} where ${where}`
    : sql`delete from ${sql.table(table)} where ${where}`
}

/** Files of reports, which their links seal. */
async function tamperWithReports(db: Database, { print }: RowOptions): Promise<Tampering> {
  const files = await db.query(
    sql<{ report_id: number; type_id: string }>`select report_id, type_id from report_file order by 1, 2`,
  )
  let [tampered, detected] = [0, 0]
  const changes = [
    sql`set content = set_byte(content, length(content) / 2, get_byte(content, length(content) / 2) # 1)`,
    sql`set sha256 = set_byte(sha256, 5, get_byte(sha256, 5) # 1)`,
  ]
  for (const { report_id, type_id } of files)
    for (const change of changes) {
      const where = sql`report_id = ${report_id} and type_id = ${type_id}`
      await db.query(sql`update report_file ${change} where ${where}`)
      const { faults } = await verifyRecord(db, nothing)
      // The same bit again.
      await db.query(sql`update report_file ${change} where ${where}`)
      const isFound = faults.some(
        (one) => one.table === 'report_file' && one.report_id === report_id && one.type_id === type_id,
      )
      if (!isFound) print(`file ${type_id} of report ${report_id}: the change was not noticed`)
      tampered += 1
      detected += Number(isFound)
    }
  return { tampered, detected }
}

/** Links of the chain itself. */
async function tamperWithLinks(db: Database, { print }: RowOptions): Promise<Tampering> {
  const links = await db.query(
    sql<{ number: number }>`select number from seal where length(content) > 1 order by hashtext(number::text) limit 40`,
  )
  const changes = [
    sql`set content = set_byte(content, length(content) - 1, get_byte(content, length(content) - 1) # 1)`,
    sql`set hash = set_byte(hash, 3, get_byte(hash, 3) # 1)`,
    sql`set time = time + interval '1 millisecond'`,
    sql`set window_start = coalesce(window_start, '2026-01-01') + interval '15 minutes'`,
  ]
  let detected = 0
  for (const [index, { number }] of links.entries()) {
    await db.query(sql`create table kept_before_tampering as select * from seal where number = ${number}`)
    await db.query(sql`update seal ${changes[index % changes.length] ?? sql``} where number = ${number}`)
    const { faults } = await verifyRecord(db, nothing)
    await db.query(sql`delete from seal where number = ${number}`)
    await db.query(sql`insert into seal select * from kept_before_tampering`)
    await db.query(sql`drop table kept_before_tampering`)
    const isFound = faults.some((one) => one.table === 'seal' && Math.abs(one.number - number) <= 1)
    if (!isFound) print(`link ${number}: the change was not noticed`)
    detected += Number(isFound)
  }
  return { tampered: links.length, detected }
}

/** The chain is verified in any case; no records besides. */
const nothing = { from: new Date(0), to: new Date(0) }
