import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export const sensor_id = 1
export const interval_ms = 10_000
/**
 * All slots lie in the first part of an interval, of this length. Nothing starts in the rest, so each request belongs
 * to exactly one slot.
 */
const slotSpanMs = 6_000
const servicesPerTree = 6

/** One service of the proof, with the times of its slots. */
export interface TimedService {
  readonly service_id: number
  readonly phase_ms: number
}

/** One account with its services. */
export interface PlantedTree {
  readonly name: string
  /** The number of its first cell. */
  readonly home: number
  readonly moves: boolean
  readonly account_id: number
  readonly services: readonly TimedService[]
  readonly token: string
}

/** Two trees that keep swapping cells, and one in each cell that stays. */
export const trees: readonly PlantedTree[] = (['anna', 'bart', 'celina', 'dora'] as const).map((name, index) => {
  const home = index % 2
  const account_id = home * 1_000_000_000_000 + (index + 1) * 100_000
  const services = Array.from({ length: servicesPerTree }, (_, position) => ({
    service_id: account_id + 1 + position * 37,
    phase_ms: Math.floor(((position + index / 4) * slotSpanMs) / servicesPerTree),
  }))
  const digits = createHash('sha256').update(name).digest('hex').slice(0, 32).replace(/^ce11/, '0000')
  return { name, home, moves: index < 2, account_id, services, token: home === 0 ? digits : `c${home}_${digits}` }
})

/** A request that the target has answered. */
export interface Answered {
  readonly service_id: number
  readonly at: number
  readonly isUp: boolean
}

/** A notification that has arrived. The thread names the service and the first failed slot. */
export interface Notified {
  readonly thread: string
  readonly kind: string
  readonly at: number
}

export interface World extends Disposable {
  readonly port: number
  readonly answered: readonly Answered[]
  readonly notified: readonly Notified[]
}

/**
 * Services fail once in each block of this length, so at most three times an hour: with the fourth start within an hour
 * an alert would be flapping, which this proof does not examine.
 */
const blockMs = 25 * 60_000
const spreadMs = 5 * 60_000

/** Whether a service fails now: once in each block of time, for less than a minute. */
function isDown(seed: number, service_id: number, sinceMs: number): boolean {
  const block = Math.floor(sinceMs / blockMs)
  const bytes = createHash('sha256').update(`${seed} ${service_id} ${block}`).digest()
  const from = block * blockMs + 20_000 + (bytes.readUInt32BE() / 2 ** 32) * spreadMs
  const length = 15_000 + (bytes.readUInt32BE(4) / 2 ** 32) * 40_000
  return sinceMs >= from && sinceMs < from + length
}

/** Serves as the target of all services and receives their notifications. It records only what it has seen itself. */
export async function openWorld(seed: number): Promise<World> {
  const [answered, notified]: [Answered[], Notified[]] = [[], []]
  const began = Date.now()
  const recordNotification = async (request: IncomingMessage, response: ServerResponse) => {
    const { thread, kind } = JSON.parse(await text(request)) as Notified
    notified.push({ thread, kind, at: Date.now() })
    response.writeHead(200).end('{}')
  }
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void recordNotification(request, response)
    const service_id = Number(request.url?.slice(1))
    const at = Date.now()
    const isUp = !isDown(seed, service_id, at - began)
    answered.push({ service_id, at, isUp })
    response.writeHead(isUp ? 200 : 503, { 'content-type': 'text/plain' }).end('Seen.')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...{ answered, notified, port: (server.address() as AddressInfo).port },
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Creates the rows that both cells need: a package, and a sensor with the same id. */
export async function plantCell(db: Database): Promise<void> {
  const offers = [{ service_type_id: 'http', maximum_services: null, minimum_interval: null }]
  await db.query(sql`insert into package (name, available_notification_channel_ids, maximum_services, minimum_interval,
  maximum_requests_per_minute, available_service_types) values ('Basic', '{json_post}', 1000, 1, 100000000, ${JSON.stringify(offers)})`)
  await db.query(sql`insert into sensor (id, name) values (${sensor_id}, 'Sensor') on conflict do nothing`)
}

/**
 * Creates an account with a session, a contact who is notified of every failure, and services that are checked from an
 * instant on.
 */
export async function plantTree(
  db: Database,
  tree: PlantedTree,
  { port, from }: { port: number; from: Date },
): Promise<void> {
  const { account_id: id, name, token, services } = tree
  await db.query(sql`insert into account (id, name, username, package_id, email_address, language_id, disable_legacy_notifications)
select ${id}, ${name}, ${name}, k.id, ${`${name}@example.com`}, 'en', true from package k limit 1`)
  await db.query(sql`insert into credential (account_id) values (${id})`)
  await db.query(sql`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified)
values (${id}, ${createHash('sha256').update(token).digest()}, 'session', 'customer', 86400, now() + interval '1 day', true)`)
  await db.query(sql`insert into contact (id, owner_id, name, language_id) values (${id}, ${id}, 'Duty', 'en')`)
  await db.query(sql`insert into contact_address (id, contact_id, channel_id, address)
values (${id}, ${id}, 'json_post', ${`http://127.0.0.1:${port}/hook`})`)
  await db.query(sql`insert into event (id, owner_id, name) values (${id}, ${id}, 'Failure')`)
  await db.query(
    sql`insert into escalation (id, event_id, name, contact_ids) values (${id}, ${id}, 'Duty', array[${id}]::bigint[])`,
  )
  await db.query(sql`insert into service_group (id, owner_id, name) values (${id}, ${id}, 'Group')`)
  for (const { service_id, phase_ms } of services) {
    const address = `http://127.0.0.1:${port}/${service_id}`
    const configuration = { address, extended_settings: {}, secrets: {} }
    await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval", sensor_ids, extended_settings)
values (${service_id}, ${id}, ${id}, 'http', ${`svc-${service_id}`}, ${address}, 10, array[${sensor_id}]::bigint[],
  '{"timeout": 1000, "sensors_failover": false}')`)
    await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
values (${service_id}, 1, ${id}, ${id}, 'http', ${from}, true, ${interval_ms}, ${phase_ms}, 1000, 0, 51,
  array[${sensor_id}]::bigint[], 1, ${JSON.stringify(configuration)})`)
  }
}
