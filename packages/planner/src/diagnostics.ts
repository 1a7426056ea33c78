import type { DiagnosticAnswer, DnsCommand, TracerouteCommand } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** How long to wait for the answer of a sensor. */
const answerTimeoutMs = 60_000
const maxPerRound = 100

interface DiagnosticRow {
  readonly id: string
  readonly kind: 'dns' | 'traceroute'
  readonly sensor_id: number
  /** As stored, not validated yet. */
  readonly settings: unknown
}

export interface PendingDiagnostic {
  readonly sensor_id: number
  readonly command: DnsCommand | TracerouteCommand
}

/** Takes the pending diagnostics, each only once, and returns the commands for sensors. */
export async function takeDueDiagnostics(database: Database, now: Date): Promise<PendingDiagnostic[]> {
  const pending = await database.query(sql<DiagnosticRow>`update diagnostic set dispatched_at = ${now}
where id in (select id from diagnostic where status = 'pending' and dispatched_at is null order by created_at limit ${maxPerRound} for update skip locked)
returning id, kind, sensor_id, settings`)
  const expires_at = now.getTime() + answerTimeoutMs
  return pending.flatMap(({ id, kind, sensor_id, settings }) => {
    const command = buildCommand(kind, settings, { id, expires_at })
    if (command === undefined) reportUnreadable('diagnostic.settings', id)
    return command ? [{ sensor_id, command }] : []
  })
}

/**
 * Creates the command for the sensor; undefined if the settings cannot be read. The diagnostic then ends unanswered.
 */
function buildCommand(
  kind: DiagnosticRow['kind'],
  settings: unknown,
  identity: Pick<PendingDiagnostic['command'], 'id' | 'expires_at'>,
): PendingDiagnostic['command'] | undefined {
  if (kind === 'dns')
    return Value.Check(DnsSettings, settings) ? { kind, ...identity, ...pickDnsSettings(settings) } : undefined
  return Value.Check(TracerouteSettings, settings) ? { kind, ...identity, address: settings.address } : undefined
}

const text = Type.String({ maxLength: 4_096 })
const TracerouteSettings = Type.Object({ address: text })
const DnsSettings = Type.Object({ address: text, dns_server: text, record_type: text })
const pickDnsSettings = ({ address, dns_server, record_type }: Static<typeof DnsSettings>) => ({
  address,
  dns_server,
  record_type,
})

/** Stores the answer of a sensor, if it comes from the right sensor and the diagnostic has not ended. */
export async function storeAnswer(
  database: Database,
  sensor_id: number,
  { id, status, results }: DiagnosticAnswer,
): Promise<void> {
  await database.query(sql`update diagnostic set status = ${status}, results = coalesce(${results === undefined ? null : JSON.stringify(results)}::jsonb, results)
where id = ${id} and sensor_id = ${sensor_id} and status <> 'completed'`)
}

/**
 * Ends the diagnostics that were not answered in time, with a message instead of an answer, and deletes those that are
 * past their retention.
 */
export async function endUnansweredAndDeleteExpired(database: Database, now: Date): Promise<void> {
  await database.query(sql`update diagnostic set status = 'completed',
  results = to_jsonb('The sensor did not answer in time.'::text)
where status <> 'completed' and created_at < ${new Date(now.getTime() - answerTimeoutMs)}`)
  await database.query(sql`delete from diagnostic where expires_at < ${now}`)
}
