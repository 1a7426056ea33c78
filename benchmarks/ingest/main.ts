import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Bus, ensureStreams, listStreamNames, openBus } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { addMonitoredServices, install } from '@wachta/testing/analyst/installation'
import { createServiceRevision } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { type Usage, withUsage } from '../support/usage.ts'
import { createLoad, formatCopyLines, type Load, type LoadSize, sensors } from './load.ts'

interface Round {
  readonly copy: number
  /** `COPY` into a table with the primary key that makes storing idempotent. */
  readonly keyedCopy: number
  readonly publish: number
  readonly ours: number
  readonly usage: Usage
  readonly bytes: number
}

/**
 * Measures checks per second from the broker through the analyst into the database, compared with `COPY` of the same
 * checks into a bare table and with publishing the same messages alone. Returns false if a result is missing or was
 * changed.
 */
export async function run(given: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: given,
    options: {
      services: { type: 'string', default: '6000' },
      slots: { type: 'string', default: '30' },
      batch: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '3' },
      unpacked: { type: 'boolean', default: false },
    },
  })
  const size = {
    ...{ services: Number(values.services), slots: Number(values.slots), batch: Number(values.batch) },
    isUnpacked: values.unpacked,
  }
  const rounds: Round[] = []
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const figures = await runRound(size)
    if (figures === undefined) return false
    rounds.push(figures)
    const { copy, keyedCopy, publish, ours, usage, bytes } = figures
    console.log(
      `round ${round}: COPY ${formatThousands(copy)}/s, with a key ${formatThousands(keyedCopy)}/s, publish ${formatThousands(publish)}/s, ours ${formatThousands(ours)}/s, ${bytes.toFixed(1)} bytes/check`,
    )
    console.log(
      `  CPU time per check: analyst ${usage.subject.toFixed(1)} µs, PostgreSQL ${usage.postgres.toFixed(1)} µs`,
    )
  }
  const takeMedian = (figure: (round: Round) => number) =>
    rounds.map(figure).toSorted((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? 0
  const ratio = takeMedian(({ ours, copy }) => ours / copy).toFixed(2)
  const keyed = takeMedian(({ ours, keyedCopy }) => ours / keyedCopy).toFixed(2)
  console.log(
    `ingest: ratio ${ratio}, keyed ${keyed}, ${Math.round(takeMedian(({ ours }) => ours))} checks/s, ${takeMedian(({ bytes }) => bytes).toFixed(1)} bytes/check`,
  )
  return true
}

const formatThousands = (value: number) => `${Math.round(value / 1000)} k`

async function runRound(size: Omit<LoadSize, 'from'>): Promise<Round | undefined> {
  await using installation = await install()
  const { database, url } = installation
  const load = createLoad({ ...size, from: Math.ceil(Date.now() / 1000) * 1000 })
  const copy = await measureBareCopy(url, load, { isKeyed: false })
  const keyedCopy = await measureBareCopy(url, load, { isKeyed: true })
  const publish = await withBroker('bare', (bus) => measureRate(load.checks, () => publishAll(bus, load.messages)))
  return await withBroker('bench', (bus) => ingest({ database, url, bus, size, copy, keyedCopy, publish }))
}

const broker = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'

/** Runs the work with streams of its own, and deletes them afterwards. */
async function withBroker<T>(name: string, work: (bus: Bus) => Promise<T>): Promise<T> {
  const cell = `${name}-${process.pid}`
  await using bus = await openBus({ url: broker, cell, name })
  await ensureStreams(bus)
  try {
    return await work(bus)
  } finally {
    for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream)
  }
}

interface IngestRun {
  readonly database: Database
  readonly url: string
  readonly bus: Bus
  readonly size: Omit<LoadSize, 'from'>
  readonly copy: number
  readonly keyedCopy: number
  readonly publish: number
}

async function ingest(ingestRun: IngestRun): Promise<Round | undefined> {
  const { database, size, copy, keyedCopy, publish } = ingestRun
  // The slots lie in the future: complete slots are closed at once, and no result counts as late.
  const from = Math.ceil(Date.now() / 1000) * 1000 + 12_000
  const load = createLoad({ ...size, from })
  const revision = createServiceRevision({
    ...{ effective_from: new Date(from), effective_to: new Date(from + size.slots * 1000), sensor_ids: sensors },
    ...{ interval_ms: 1000, spread_ms: 0, timeout_ms: 30_000 },
  })
  await addMonitoredServices(database, load.service_ids, [revision])
  await database.query(sql`analyze service, service_revision`)
  const analyst = await startAnalyst(ingestRun)
  try {
    // In the first slot all services change from unknown to ok at once, which is not typical.
    const firstSlotMessages = load.messages.length / size.slots
    await publishAll(ingestRun.bus, load.messages.slice(0, firstSlotMessages))
    await waitUntilStored(database, load.checks / size.slots)
    const { perSecond: ours, ...usage } = await withUsage(analyst.pid ?? 0, database, async () => ({
      perSecond: await measureRate(load.checks - load.checks / size.slots, async () => {
        await publishAll(ingestRun.bus, load.messages.slice(firstSlotMessages))
        await waitUntilStored(database, load.checks)
      }),
    }))
    if (!(await isStoredCorrectly(database, load))) return undefined
    return { copy, keyedCopy, publish, ours, usage, bytes: await measureBytesPerCheck(database, load) }
  } finally {
    analyst.kill('SIGTERM')
    await once(analyst, 'exit')
  }
}

async function startAnalyst({ url, bus }: IngestRun): Promise<ChildProcess> {
  const child = fork(new URL('./analyst.ts', import.meta.url), [url, broker, bus.cell], {
    execArgv: process.env['INGEST_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['INGEST_PROFILE']}`] : [],
  })
  await once(child, 'message')
  return child
}

async function measureRate(checks: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (checks * 1000) / (performance.now() - began)
}

/** Publishes like a sensor, but with many messages in flight. */
async function publishAll({ jetstream, subjects }: Bus, messages: Load['messages']): Promise<void> {
  const window = 128
  for (let from = 0; from < messages.length; from += window)
    await Promise.all(
      messages
        .slice(from, from + window)
        .map(({ shard, sensor_id, bytes }) =>
          jetstream.publish(subjects.result({ urgency: 'live', group: shard, sensor_id }), bytes),
        ),
    )
}

/** Waits until the database contains this number of checks. */
async function waitUntilStored(database: Database, checks: number): Promise<void> {
  for (;;) {
    const [row] = await database.query(
      sql<{ sum: number | null }>`select sum(sequence)::int8 as sum from sensor_watermark`,
    )
    if (row?.sum === checks) return
    await wait(10)
  }
}

async function isStoredCorrectly(database: Database, load: Load): Promise<boolean> {
  const [row] = await database.query(sql<{
    ok: number
    error: number
    unknown: number
    details: number
    amended: number
  }>`select
  sum(ok_checks_count)::int as ok, sum(error_checks_count)::int as error, sum(unknown_checks_count)::int as unknown,
  (select count(*)::int from check_detail) as details, (select count(*)::int from analysis_amendment) as amended from analysis`)
  const stored = JSON.stringify(row)
  const expected = JSON.stringify({
    ok: load.checks - load.errors,
    error: load.errors,
    unknown: 0,
    details: load.errors,
    amended: 0,
  })
  if (stored !== expected) console.error(`stored ${stored} instead of ${expected}`)
  return stored === expected
}

async function measureBytesPerCheck(database: Database, { checks }: Load): Promise<number> {
  const [row] = await database.query(sql<{
    bytes: number
  }>`select sum(pg_total_relation_size(inhrelid))::int8 as bytes from pg_inherits
where inhparent in ('analysis'::regclass, 'check_detail'::regclass)`)
  return (row?.bytes ?? 0) / checks
}

/**
 * Measures the upper bound of the database: the same checks, one row each, into a table without an index or with a
 * primary key.
 */
async function measureBareCopy(url: string, load: Load, { isKeyed }: { readonly isKeyed: boolean }): Promise<number> {
  await psql(
    url,
    `create table bare_check (service_id bigint, time timestamptz, sensor_id bigint, started integer, result smallint,
  error_type_id integer, response_time integer, data_size integer, lookup integer, connect integer, tls integer, first_byte integer${isKeyed ? ', primary key (service_id, time, sensor_id)' : ''})`,
  )
  const lines = formatCopyLines(load)
  const rate = await measureRate(load.checks, () => psql(url, 'copy bare_check from stdin', lines))
  await psql(url, 'drop table bare_check')
  return rate
}

async function psql(url: string, statement: string, input = ''): Promise<void> {
  const child = spawn('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-c', statement, url], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`psql ended with ${code}`)
}
