import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '@wachta/database'
import { ensurePartitions } from '@wachta/reporter'
import { testDatabase } from '@wachta/testing/database'
import { addServices, openAlarms } from '@wachta/testing/notifier/alarms'
import { furnish, sensor_ids } from '@wachta/testing/notifier/household'
import type { Taken } from '@wachta/testing/notifier/sinks'
import { startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'

const aims = { p50: 25, p99: 150, mass: 5_000, ratio: 0.5 }

/** npm run bench -- notify [--events 600] [--mass 5000] */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { events: { type: 'string', default: '600' }, mass: { type: 'string', default: '5000' } },
  })
  const [events, mass] = [Number(values.events), Number(values.mass)]
  await using rig = await openRig(events + mass)
  const steady = await atTen(rig, events)
  console.log(
    `at 10 events/s: p50 ${steady.p50.toFixed(1)} ms, p99 ${steady.p99.toFixed(1)} ms, longest ${steady.max.toFixed(0)} ms`,
  )
  const outage = await atOnce(rig, { from: events, count: mass })
  console.log(
    `${mass} services at once: p50 ${outage.p50.toFixed(0)} ms, p99 ${outage.p99.toFixed(0)} ms, ${outage.rate.toFixed(0)} hand-offs/s`,
  )
  const bare = await bareRate(rig, mass)
  console.log(`bare nodemailer pool, the same messages: ${bare.toFixed(0)} hand-offs/s`)
  const ratio = outage.rate / bare
  const isReached = steady.p50 <= aims.p50 && steady.p99 <= aims.p99 && outage.p99 <= aims.mass && ratio >= aims.ratio
  console.log(`mass: p99 ${outage.p99.toFixed(0)} ms; aims ${isReached ? 'reached' : 'not reached'}`)
  console.log(`notify: p50 ${steady.p50.toFixed(1)} ms, p99 ${steady.p99.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`)
  return steady.all && outage.all
}

interface Rig extends AsyncDisposable {
  readonly alarms: Awaited<ReturnType<typeof openAlarms>>
  readonly services: readonly number[]
  readonly port: number
  /** When the server took the first message about a service. */
  readonly taken: Map<number, number>
  arrived(): number
}

async function openRig(count: number): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  const test = stack.use(await testDatabase())
  const owner = stack.use(openDatabase(test.url, { role: null, connections: 2 }))
  const db = stack.use(openDatabase(test.url, { connections: 4 }))
  await ensurePartitions(owner, new Date())
  await furnish(owner, [{ channel_id: 'email_dedicated', address: 'duty@example.com' }])
  const services = await addServices(owner, count, sensor_ids)
  await owner.query(sql`analyze`)
  const taken = new Map<number, number>()
  let arrived = 0
  const sink = fork(fileURLToPath(new URL('./sink.ts', import.meta.url)))
  stack.defer(() => void sink.kill())
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  sink.on('message', (message) => {
    const { service, at } = message as Taken
    arrived += 1
    if (!taken.has(service)) taken.set(service, at)
  })
  stack.use(
    startProcess('notifier', {
      DATABASE_URL: test.url,
      SECRET_KEYS: `test:${'A'.repeat(43)}=`,
      OBJECTS_URL: 'file:///tmp/wachta-notify-objects',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      METRICS_PORT: '0',
    }),
  )
  await wait(4_000)
  const alarms = await openAlarms(db, sensor_ids)
  const owned = stack.move()
  return {
    ...{ alarms, services, port, taken },
    arrived: () => arrived,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Figures {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Whether every message arrived. */
  readonly all: boolean
}

/** Ten services fail every second, each in a commit of its own. */
async function atTen({ alarms, services, taken }: Rig, events: number): Promise<Figures> {
  const committed = new Map<number, number>()
  // The first ones find everything cold, and do not count.
  const warm = Math.min(50, Math.floor(events / 10))
  for (const [index, service] of services.slice(0, events).entries()) {
    const began = performance.now()
    await alarms.fail([service])
    if (index >= warm) committed.set(service, Date.now())
    await wait(Math.max(0, 100 - (performance.now() - began)))
  }
  await until(() => [...committed.keys()].every((service) => taken.has(service)), 60_000)
  return figuresOf(committed, taken)
}

/** All at once, as many to a commit as an analyst writes. */
async function atOnce(
  { alarms, services, taken }: Rig,
  { from, count }: { from: number; count: number },
): Promise<Figures & { readonly rate: number }> {
  const failing = services.slice(from, from + count)
  const committed = new Map<number, number>()
  const began = Date.now()
  for (const part of chunks(failing, 1_000)) {
    await alarms.fail(part)
    for (const service of part) committed.set(service, Date.now())
  }
  await until(() => failing.every((service) => taken.has(service)), 120_000)
  const last = Math.max(...failing.map((service) => taken.get(service) ?? Number.NaN))
  return { ...figuresOf(committed, taken), rate: (1000 * count) / (last - began) }
}

/** What the mail library alone hands over, with as many connections as ours has. */
async function bareRate({ port, arrived }: Rig, count: number): Promise<number> {
  const pool = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: 5,
    maxMessages: 1000,
    ignoreTLS: true,
  })
  const text = `event: start\nservice_name: svc-0\n${'A line of a message as long as ours are.\n'.repeat(20)}`
  const before = arrived()
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
  await until(() => arrived() - before >= count, 60_000)
  const rate = (1000 * count) / (Date.now() - began)
  pool.close()
  return rate
}

function figuresOf(committed: ReadonlyMap<number, number>, taken: ReadonlyMap<number, number>): Figures {
  const times = [...committed].flatMap(([service, at]) => {
    const then = taken.get(service)
    return then === undefined ? [] : [then - at]
  })
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? Number.NaN, all: times.length === committed.size }
}

async function until(isDone: () => boolean, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs
  while (!isDone() && Date.now() < end) await wait(20)
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}
