import type { DiagnosticAnswer, DnsCommand, TracerouteCommand } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** How long a sensor has to answer. */
const patience_ms = 60_000
const atOnce = 100

interface Pending {
  readonly id: string
  readonly kind: 'dns' | 'traceroute'
  readonly sensor_id: number
  readonly settings: { readonly dns_server: string; readonly address: string; readonly record_type: string }
}

export interface Question {
  readonly sensor_id: number
  readonly command: DnsCommand | TracerouteCommand
}

/** Takes the questions that wait, each once, and says which sensor is to be asked what. */
export async function takeQuestions(database: Database, now: Date): Promise<Question[]> {
  const pending = await database.query(sql<Pending>`update diagnostic set dispatched_at = ${now}
where id in (select id from diagnostic where status = 'pending' and dispatched_at is null order by created_at limit ${atOnce} for update skip locked)
returning id, kind, sensor_id, settings`)
  const expires_at = now.getTime() + patience_ms
  return pending.map(({ id, kind, sensor_id, settings: { address, dns_server, record_type } }) => ({
    sensor_id,
    command:
      kind === 'dns' ? { kind, id, expires_at, dns_server, address, record_type } : { kind, id, expires_at, address },
  }))
}

/** Stores what a sensor answered. Only the one that was asked is heard, and nothing after the end. */
export async function storeAnswer(
  database: Database,
  sensor_id: number,
  { id, status, results }: DiagnosticAnswer,
): Promise<void> {
  await database.query(sql`update diagnostic set status = ${status}, results = coalesce(${results === undefined ? null : JSON.stringify(results)}::jsonb, results)
where id = ${id} and sensor_id = ${sensor_id} and status <> 'completed'`)
}

/** Ends the questions that no sensor answered in time, and says so in their place. */
export async function endUnanswered(database: Database, now: Date): Promise<void> {
  await database.query(sql`update diagnostic set status = 'completed',
  results = to_jsonb('The sensor did not answer in time.'::text)
where status <> 'completed' and created_at < ${new Date(now.getTime() - patience_ms)}`)
  await database.query(sql`delete from diagnostic where expires_at < ${now}`)
}
