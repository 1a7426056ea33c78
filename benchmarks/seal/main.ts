import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '@wachta/database'
import { type PackedCheck, packChecks } from '@wachta/domain'
import { sealNext, verifyRecord } from '@wachta/evidence'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'

const start = Date.UTC(2026, 2, 1)
const minute = 60_000

/** npm run bench -- seal: the time and space that seals cost, and how fast everything is verified. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '60' },
      sensors: { type: 'string', default: '5' },
    },
  })
  const [services, minutes, sensors] = [values.services, values.minutes, values.sensors].map(Number)
  if (!services || !minutes || !sensors) throw new Error('--services, --minutes and --sensors are numbers')
  await using test = await createTestDatabase()
  await using owner = openDatabase(test.url, { role: null, connections: 2 })
  await using database = openDatabase(test.url, { connections: 2 })
  const analyses = await record(owner, { services, minutes, sensors })
  await owner.query(sql`vacuum analyze`)

  const sealing = await measureTime(async () => {
    while (await sealNext(database, new Date(start + (minutes + 10) * minute)));
  })
  await owner.query(sql`vacuum analyze seal`)
  const verifying = await measureTime(() => verifyRecord(owner))
  const { faultCount, analyses: verified } = verifying.result
  await owner.query(sql`update analysis set failure = not failure where (service_id, time) = (
  select service_id, time from analysis where time < ${new Date(start + 15 * minute)} limit 1)`)
  const { faultCount: faultsAfterChange } = await verifyRecord(owner)

  const [size] = await owner.query(sql<{
    seals: number
    analyses: number
  }>`select pg_total_relation_size('seal') as seals,
  (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'analysis'::regclass) as analyses`)
  const { seals, analyses: analysisBytes } = size ?? { seals: 0, analyses: 0 }
  const sealed = verified.checked
  const formatMicroseconds = (ms: number) => ((ms * 1000) / sealed).toFixed(2)
  console.table({
    sealing: {
      'µs per analysis': formatMicroseconds(sealing.ms),
      'own CPU µs': formatMicroseconds(sealing.cpu),
      'analyses/s': rate(sealed, sealing.ms),
    },
    verifying: {
      'µs per analysis': formatMicroseconds(verifying.ms),
      'own CPU µs': formatMicroseconds(verifying.cpu),
      'analyses/s': rate(sealed, verifying.ms),
    },
  })
  const share = ((100 * seals) / sealed / (analysisBytes / analyses)).toFixed(2)
  console.log(
    `${sealed} analyses of ${sensors} checks sealed; ${(analysisBytes / analyses).toFixed(0)} bytes each, their seals ${(seals / sealed).toFixed(2)}`,
  )
  const isCorrect = faultCount === 0 && faultsAfterChange === 1
  console.log(
    `seal: ${formatMicroseconds(sealing.ms)} µs and ${(seals / sealed / sensors).toFixed(2)} bytes a check (${share} %), verified at ${rate(sealed, verifying.ms)} analyses/s${isCorrect ? '' : ', WRONG'}`,
  )
  return isCorrect
}

const rate = (count: number, ms: number) => Math.round((count * 1000) / ms)

async function measureTime<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; cpu: number }> {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { result, ms: performance.now() - startedAt, cpu: (user + system) / 1000 }
}

interface HistorySize {
  readonly services: number
  readonly minutes: number
  readonly sensors: number
}

/** Writes analyses in the stored form; the checks repeat after a few dozen slots. */
async function record(db: Database, { services, minutes, sensors }: HistorySize): Promise<number> {
  await db.query(sql`insert into service_type (id, position, is_runnable, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids)
values ('http', 1, true, '{}', '{}', 'default', '{}', 60, false, '{}')`)
  await db.query(sql`insert into package (id, name) values (1, 'Basic')`)
  await db.query(
    sql`insert into account (id, name, username, package_id, email_address) values (1, 'One', 'one', 1, 'one@example.com')`,
  )
  await db.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group')`)
  await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select n, 1, 1000, 'http', 'Service', 'http://example.com/', 60 from generate_series(1, ${services}::int) n`)
  await db.query(
    sql`select partition_days(array(select generate_series(${new Date(start)}::timestamptz, ${new Date(start + minutes * minute)}::timestamptz, '1 day')::date))`,
  )
  const variants = Array.from({ length: 40 }, (_, seed) =>
    Buffer.from(packChecks(Array.from({ length: sensors }, (__, index) => check(index + 1, seed)))),
  )
  for (let offset = 0; offset < minutes; offset += 1)
    await db.query(sql`insert into analysis select n, ${new Date(start + offset * minute)}, 1, 51, ${sensors}::int, 0, 0, false, 's',
  (${variants}::bytea[])[1 + (n * 7 + ${offset}::int) % ${variants.length}::int] from generate_series(1, ${services}::int) n`)
  return services * minutes
}

const check = (sensor_id: number, seed: number): PackedCheck => ({
  sensor_id,
  started: 100 + seed * 13 + sensor_id,
  result: 'ok',
  error_type_id: null,
  reason: null,
  path_step: null,
  response_time: 80 + ((seed * 37 + sensor_id * 11) % 400),
  data_size: 20_000 + seed,
  timings: { lookup: 4 + (seed % 7), connect: 20 + seed, tls: 30 + seed, first_byte: 60 + seed },
})
