import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export const sensor_id = 1

/** One service of the proof, with the times of its slots. */
export interface TimedService {
  readonly service_id: number
  readonly interval_ms: number
  readonly phase_ms: number
}

/** The first part of an interval, which contains all slots. In the rest no check starts. */
export const busyShare = 0.6

/** Services whose slots are spread over the busy part of the interval, and which are in all shards and many buckets. */
export const listServices = (count: number, interval_ms: number): TimedService[] =>
  Array.from({ length: count }, (_, index) => ({
    service_id: 1 + index * 37,
    interval_ms,
    phase_ms: Math.floor((index * busyShare * interval_ms) / count),
  }))

/** A request that arrived. */
export interface Arrival {
  readonly service_id: number
  readonly at: number
}

export interface Target extends Disposable {
  readonly port: number
  readonly arrivals: readonly Arrival[]
}

/** Opens the server that all services point to. It records only which paths were requested, and when. */
export async function openTarget(): Promise<Target> {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    arrivals.push({ service_id: Number(request.url?.slice(1)), at: Date.now() })
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Seen.')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Adds an account with one sensor, and its services, which are checked from this time on. */
export async function seedServices(
  db: Database,
  { services, port, from }: { readonly services: readonly TimedService[]; readonly port: number; readonly from: Date },
): Promise<void> {
  await db.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable) values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{}', true) on conflict do nothing`)
  await db.query(sql`insert into package (id, name) values (1, 'Basic')`)
  await db.query(sql`insert into account (id, name, username, package_id, email_address)
values (1, 'One', 'one', 1, 'one@example.com')`)
  await db.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group')`)
  await db.query(sql`insert into sensor (id, name) values (${sensor_id}, 'Sensor')`)
  for (const { service_id, interval_ms, phase_ms } of services) {
    const address = `http://127.0.0.1:${port}/${service_id}`
    const configuration = { address, extended_settings: {}, secrets: {} }
    await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval", sensor_ids, extended_settings)
values (${service_id}, 1, 1000, 'http', ${`svc-${service_id}`}, ${address}, ${Math.ceil(interval_ms / 1000)}, array[${sensor_id}]::bigint[],
  '{"timeout": 1000, "sensors_failover": false}')`)
    await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
values (${service_id}, 1, 1, 1000, 'http', ${from}, true, ${interval_ms}, ${phase_ms}, 1000, 0, 51,
  array[${sensor_id}]::bigint[], 1, ${JSON.stringify(configuration)})`)
  }
}
