import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { Passed } from '../desk/receipts.ts'

export interface Intake extends Passed {
  readonly group: number
  readonly now: number
  readonly streams: Readonly<Record<'live' | 'backlog', { readonly name: string; readonly created: Date }>>
}

/** No more of a message is kept to be looked at. */
const mostContent = 65_536

/** Stores how far results have been taken in, and those that count nowhere. */
export async function writeIntake(tx: Transaction, intake: Intake): Promise<void> {
  const { group, positions, streams } = intake
  for (const stream of ['live', 'backlog'] as const) {
    const sequence = positions[stream]
    if (sequence === undefined) continue
    const { name, created } = streams[stream]
    await tx.query(sql`insert into stream_position (vp_group, stream, stream_created, sequence) values (${group}, ${name}, ${created}, ${sequence})
on conflict (vp_group, stream) do update set stream_created = excluded.stream_created, sequence = excluded.sequence`)
  }
  if (intake.watermarks.length > 0)
    await tx.query(sql`insert into sensor_watermark (sensor_id, host, vp_group, sequence)
select n.sensor_id, n.host, ${group}, n.sequence from jsonb_to_recordset(${JSON.stringify(intake.watermarks)}::jsonb)
  as n (sensor_id bigint, host text, sequence bigint) join sensor s on s.id = n.sensor_id
on conflict (sensor_id, host, vp_group) do update set sequence = excluded.sequence, updated_at = now()`)
  if (intake.strays.length > 0)
    await tx.query(sql`insert into stray_count as c (day, sensor_id, reason, count)
select ${new Date(intake.now).toISOString().slice(0, 10)}::date, n.sensor_id, n.reason, n.count from jsonb_to_recordset(${JSON.stringify(intake.strays)}::jsonb)
  as n (sensor_id bigint, reason text, count bigint) order by 2, 3
on conflict (day, sensor_id, reason) do update set count = c.count + excluded.count`)
  for (const { subject, reason, content } of intake.letters)
    await tx.query(sql`insert into dead_letter (received_at, subject, reason, content)
values (${new Date(intake.now)}, ${subject}, ${reason}, ${Buffer.from(content.subarray(0, mostContent))})`)
}
