import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { createJournal } from './journal.ts'

/** The monitored services: some in every shard, each with its own interval. */
export interface WatchedService {
  readonly service_id: number
  readonly interval_ms: number
  readonly phase_ms: number
}

export const services: readonly WatchedService[] = Array.from({ length: 16 }, (_, index) => {
  const interval_ms = 2_000 + (index % 4) * 1_000
  return { service_id: 1 + index * 64, interval_ms, phase_ms: (index * 677) % interval_ms }
})

export const sensor_ids = [1, 2, 3] as const

/** The longest time for which an analysis of these services waits after its slot. */
export const maxAnalysisDelayMs = 1_250 + 1_000 + 3_000

/** How often services fail, and for how long. */
export interface FailurePattern {
  readonly periodMs: number
  /** The share of all periods, from 0 to 1. */
  readonly failing: number
}

const defaultPattern: FailurePattern = { periodMs: 7_000, failing: 0.2 }

/** Opens a target that is up or down for periods that the seed determines. */
export async function openTarget(
  seed: number,
  { periodMs, failing }: FailurePattern = defaultPattern,
): Promise<{ readonly port: number } & Disposable> {
  const server = createServer((request, response) => {
    const period = Math.floor(Date.now() / periodMs)
    const draw = createHash('sha256').update(`${seed} ${request.url} ${period}`).digest().readUInt32BE() / 2 ** 32
    response.writeHead(draw < failing ? 503 : 200, { 'content-type': 'text/plain' }).end('Seen.')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Creates an account with sensors, and a journal of what is stored before it is amended. */
export async function seedAccount(db: Database): Promise<void> {
  await db.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable) values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{}', true) on conflict do nothing`)
  await db.query(sql`insert into package (id, name) values (1, 'Basic')`)
  await db.query(sql`insert into account (id, name, username, package_id, email_address)
values (1, 'One', 'one', 1, 'one@example.com')`)
  await db.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group')`)
  await db.query(
    sql`insert into sensor (id, name) select n, 'Sensor ' || n from unnest(${[...sensor_ids]}::bigint[]) n`,
  )
  await createJournal(db)
}

/** Monitors all services from the instant on. */
export async function beginChecks(db: Database, port: number, from: Date): Promise<void> {
  for (const { service_id, interval_ms, phase_ms } of services) {
    const address = `http://127.0.0.1:${port}/${service_id}`
    const configuration = { address, extended_settings: {}, secrets: {} }
    await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval", sensor_ids, extended_settings)
values (${service_id}, 1, 1000, 'http', ${`svc-${service_id}`}, ${address}, ${interval_ms / 1000}, ${[...sensor_ids]}::bigint[], '{"timeout": 1000, "sensors_failover": false}')`)
    await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
values (${service_id}, 1, 1, 1000, 'http', ${from}, true, ${interval_ms}, ${phase_ms}, 1000, ${interval_ms / 4}, 51,
  ${[...sensor_ids]}::bigint[], 1, ${JSON.stringify(configuration)})`)
  }
}

/** Pauses all services from the instant on. */
export async function endChecks(db: Database, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const last = await tx.query(sql<{
      service_id: number
      revision: number
    }>`select r.service_id, max(r.revision)::int as revision
from service_revision r join service v on v.id = r.service_id group by r.service_id`)
    await tx.query(
      sql`update service_revision set effective_to = greatest(effective_from, ${at}) where effective_to is null or effective_to > ${at}`,
    )
    // Other changes of a service meanwhile, such as a failover sensor, create their revision from this row.
    await tx.query(sql`update service set is_active = false`)
    for (const { service_id, revision } of last)
      await tx.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select service_id, revision + 1, owner_id, group_id, type_id, ${at}, false, interval_ms, phase_ms, timeout_ms, spread_ms,
  error_tolerance, sensor_ids, step_count, configuration from service_revision
where service_id = ${service_id} and revision = ${revision}`)
  })
}
