import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getShardOfService } from '@wachta/bus'
import { type Database, openDatabase } from '@wachta/database'
import { ensurePartitions } from '@wachta/reporter'
import { createTestDatabase } from '@wachta/testing/database'
import { addCustomerWithRule, sensor_ids } from '@wachta/testing/notifier/add-customer-with-rule'
import { addServices, openAlarms } from '@wachta/testing/notifier/alarms'
import { startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { startMailSink } from '../support/mail-sink.ts'

const aims = { p50: 20, p99: 120, ratio: 0.5, digestSeconds: 3 }
/** The number of addresses that digests go to; each has the same number of services. */
const addressCount = 100

/** npm run bench -- notify [--events 600] [--mass 5000] */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { events: { type: 'string', default: '600' }, mass: { type: 'string', default: '5000' } },
  })
  const [events, mass] = [Number(values.events), Number(values.mass)]
  await using rig = await openRig(events, mass)
  const steady = await failTenPerSecond(rig, rig.services.steady)
  console.log(
    `at 10 events/s: p50 ${steady.p50.toFixed(1)} ms, p99 ${steady.p99.toFixed(1)} ms, longest ${steady.max.toFixed(0)} ms`,
  )
  const alone = await failAllAtOnce(rig, rig.services.alone)
  report(`${mass} services at once, one mail each`, alone)
  const digests = await failAllAtOnce(rig, rig.services.digests)
  report(`${mass} services at once to ${addressCount} addresses, in digests`, digests)
  const bare = await measureBareRate(rig, mass)
  console.log(`bare nodemailer pool, the same messages: ${bare.toFixed(0)} mails/s`)
  const ratio = alone.rate / bare
  const digestSeconds = digests.p99 / 1_000
  const isReached =
    steady.p50 <= aims.p50 && steady.p99 <= aims.p99 && ratio >= aims.ratio && digestSeconds <= aims.digestSeconds
  console.log(`aims ${isReached ? 'reached' : 'not reached'}`)
  console.log(
    `notify: p50 ${steady.p50.toFixed(1)} ms, p99 ${steady.p99.toFixed(1)} ms, ratio ${ratio.toFixed(2)}, ` +
      `digest p99 ${digestSeconds.toFixed(2)} s`,
  )
  return steady.isComplete && alone.isComplete && digests.isComplete
}

function report(what: string, { p50, p99, commitSeconds, overallRate, rate, mails }: OutageFigures): void {
  console.log(
    `${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${mails} mails; commits of the analyst ` +
      `${commitSeconds.toFixed(1)} s, ${overallRate.toFixed(0)} notifications/s with them, ${rate.toFixed(0)}/s after them`,
  )
}

interface Rig extends AsyncDisposable {
  readonly owner: Database
  readonly alarms: Awaited<ReturnType<typeof openAlarms>>
  readonly services: Readonly<Record<'steady' | 'alone' | 'digests', readonly number[]>>
  readonly port: number
  /** The time at which the mail server accepted the first message about each service. */
  readonly acceptedAt: Map<number, number>
  countArrived(): number
}

async function openRig(events: number, mass: number): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const owner = stack.use(openDatabase(database.url, { role: null, connections: 2 }))
  const db = stack.use(openDatabase(database.url, { connections: 4 }))
  await ensurePartitions(owner, new Date())
  await addCustomerWithRule(owner, [{ channel_id: 'email_dedicated', address: 'duty@example.com' }])
  const all = await addServices(owner, events + 2 * mass, sensor_ids)
  const services = {
    steady: all.slice(0, events),
    alone: all.slice(events, events + mass),
    digests: all.slice(events + mass),
  }
  await addDigestContacts(owner, services.digests)
  // Only tables with rows: plans that are cached for a table known to be empty stay bad while it fills.
  await owner.query(
    sql`analyze account, contact, contact_address, event, escalation, service, service_revision, verified_address`,
  )
  const acceptedAt = new Map<number, number>()
  let arrived = 0
  const sink = await startMailSink(({ service, at }) => {
    arrived += 1
    if (!acceptedAt.has(service)) acceptedAt.set(service, at)
  })
  stack.use(sink)
  stack.use(
    startProcess('notifier', {
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${'A'.repeat(43)}=`,
      OBJECTS_URL: 'file:///tmp/wachta-notify-objects',
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      METRICS_PORT: '0',
      // All mails of the benchmark go to few addresses, in one day.
      MAIL_RECIPIENT_LIMIT: '1000000',
      MAIL_ACCOUNT_LIMIT: '1000000',
    }),
  )
  await waitUntilRunning(owner)
  const alarms = await openAlarms(db, sensor_ids)
  const owned = stack.move()
  return {
    ...{ owner, alarms, services, port: sink.port, acceptedAt },
    countArrived: () => arrived,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/**
 * Creates a contact and a rule for each address. Neighbouring services belong to different addresses, so that no commit
 * contains all services of one address.
 */
async function addDigestContacts(owner: Database, services: readonly number[]): Promise<void> {
  const scope = (ids: readonly number[]) => JSON.stringify({ all_services: false, group_ids: [], service_ids: ids })
  const first = Math.min(...services)
  const others = Array.from({ length: first - 1 }, (_, index) => index + 1)
  await owner.query(sql`update event set scope = ${scope(others)}::jsonb where id = 1`)
  await owner.query(
    sql`update package set available_notification_channel_ids = available_notification_channel_ids || '{email}'::text[]`,
  )
  for (let number = 0; number < addressCount; number += 1) {
    const [id, address] = [1_000 + number, `duty${number}@example.com`]
    const serviceIds = services.filter((_, index) => index % addressCount === number)
    await owner.query(sql`insert into contact (id, owner_id, name, language_id) values (${id}, 1, 'Duty', 'en')`)
    await owner.query(
      sql`insert into contact_address (contact_id, channel_id, address) values (${id}, 'email', ${address})`,
    )
    await owner.query(
      sql`insert into verified_address (account_id, channel_id, address, verified_at) values (1, 'email', ${address}, now())`,
    )
    await owner.query(
      sql`insert into event (id, owner_id, name, scope) values (${id}, 1, 'Failure', ${scope(serviceIds)}::jsonb)`,
    )
    await owner.query(
      sql`insert into escalation (event_id, name, contact_ids) values (${id}, 'Duty', array[${id}]::bigint[])`,
    )
  }
}

interface LatencyFigures {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Whether every message arrived. */
  readonly isComplete: boolean
}

/** Waits until all workers of the notifier are running and have looked for jobs. */
async function waitUntilRunning(owner: Database): Promise<void> {
  while ((await owner.query(sql`select from queue_worker where expires_at > now()`)).length < 3) await wait(100)
  await wait(2_000)
}

/** Lets ten services fail every second, each in its own commit. */
async function failTenPerSecond({ alarms, acceptedAt }: Rig, services: readonly number[]): Promise<LatencyFigures> {
  const committed = new Map<number, number>()
  // The first ones are a warm-up and do not count.
  const warmUpCount = Math.min(50, Math.floor(services.length / 10))
  for (const [index, service] of services.entries()) {
    const began = performance.now()
    await alarms.fail([service])
    if (index >= warmUpCount) committed.set(service, Date.now())
    await wait(Math.max(0, 100 - (performance.now() - began)))
  }
  await until(() => [...committed.keys()].every((service) => acceptedAt.has(service)), 60_000)
  return computeLatencies(committed, acceptedAt)
}

interface OutageFigures extends LatencyFigures {
  readonly commitSeconds: number
  /** Notifications per second, from the first commit and from the last commit on. */
  readonly overallRate: number
  readonly rate: number
  readonly mails: number
}

/** Lets all services fail at once, in one commit for each shard, as an analyst writes them. */
async function failAllAtOnce({ alarms, acceptedAt, owner }: Rig, failing: readonly number[]): Promise<OutageFigures> {
  const committed = new Map<number, number>()
  const began = Date.now()
  for (const part of Map.groupBy(failing, getShardOfService).values()) {
    await alarms.fail(part)
    for (const service of part) committed.set(service, Date.now())
  }
  const allCommitted = Date.now()
  const remaining = failing.filter((service) => !acceptedAt.has(service)).length
  await until(() => failing.every((service) => acceptedAt.has(service)), 120_000)
  const last = Math.max(...failing.map((service) => acceptedAt.get(service) ?? Number.NaN))
  return {
    ...computeLatencies(committed, acceptedAt),
    commitSeconds: (allCommitted - began) / 1_000,
    overallRate: (1_000 * failing.length) / (last - began),
    rate: (1_000 * remaining) / (last - allCommitted),
    mails: await countMails(owner, failing),
  }
}

async function countMails(owner: Database, services: readonly number[]): Promise<number> {
  const count = async () =>
    await owner.query(sql<{
      mails: number
      pending: number
    }>`select count(distinct coalesce(digest_id, id))::int as mails,
  (count(*) filter (where status = 'pending'))::int as pending from notification where service_id = any(${services}::bigint[])`)
  for (;;) {
    const [row] = await count()
    if (row?.pending === 0) return row.mails
    await wait(100)
  }
}

/**
 * Measures how many messages per second the mail library alone delivers, with as many connections as the notifier has.
 */
async function measureBareRate({ port, countArrived }: Rig, count: number): Promise<number> {
  const pool = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: 5,
    maxMessages: 1000,
    ignoreTLS: true,
  })
  const text = `event: start\nservice_name: svc-0\n${'A line of a message as long as ours are.\n'.repeat(20)}`
  const before = countArrived()
  const began = Date.now()
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      pool.sendMail({
        from: 'Wachta <wachta@localhost>',
        to: 'duty@example.com',
        subject: '[Wachta 1] svc-0: connection refused',
        text,
        messageId: `<bare-${index}@localhost>`,
      }),
    ),
  )
  await until(() => countArrived() - before >= count, 60_000)
  const rate = (1000 * count) / (Date.now() - began)
  pool.close()
  return rate
}

function computeLatencies(
  committed: ReadonlyMap<number, number>,
  acceptedAt: ReadonlyMap<number, number>,
): LatencyFigures {
  const times = [...committed].flatMap(([service, quantile]) => {
    const accepted = acceptedAt.get(service)
    return accepted === undefined ? [] : [accepted - quantile]
  })
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? Number.NaN, isComplete: times.length === committed.size }
}

async function until(isDone: () => boolean, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!isDone() && Date.now() < end) await wait(20)
}
