import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { streams as allStreams, type Stream, type StreamProgress } from '../slots/receipts.ts'

/** The positions, watermarks, strays and dead letters of one commit. */
export interface Intake extends StreamProgress {
  readonly shard: number
  readonly now: number
  readonly streams: Readonly<Partial<Record<Stream, { readonly name: string; readonly created: Date }>>>
}

/** The number of bytes of a dead letter that are stored. */
const maxContent = 65_536

/** Stores how far streams and spools are done, and the messages and results that could not be used. */
export async function writeIntake(tx: Transaction, intake: Intake): Promise<void> {
  const { shard, positions, streams } = intake
  for (const stream of allStreams) {
    const sequence = positions[stream]
    const from = streams[stream]
    if (sequence === undefined || from === undefined) continue
    const { name, created } = from
    await tx.query(sql`insert into stream_position (vp_group, stream, stream_created, sequence) values (${shard}, ${name}, ${created}, ${sequence})
on conflict (vp_group, stream) do update set stream_created = excluded.stream_created, sequence = excluded.sequence`)
  }
  // Before the watermarks are written: a forgotten spool may have sent again since.
  if (intake.forgotten.length > 0)
    await tx.query(sql`delete from sensor_watermark w using jsonb_to_recordset(${JSON.stringify(intake.forgotten)}::jsonb)
  as n (sensor_id bigint, host text) where w.vp_group = ${shard} and w.sensor_id = n.sensor_id and w.host = n.host`)
  if (intake.watermarks.length > 0)
    await tx.query(sql`insert into sensor_watermark (sensor_id, host, vp_group, sequence)
select n.sensor_id, n.host, ${shard}, n.sequence from jsonb_to_recordset(${JSON.stringify(intake.watermarks)}::jsonb)
  as n (sensor_id bigint, host text, sequence bigint) join sensor s on s.id = n.sensor_id
on conflict (sensor_id, host, vp_group) do update set sequence = excluded.sequence, updated_at = now()`)
  if (intake.strays.length > 0)
    await tx.query(sql`insert into stray_count as c (day, sensor_id, reason, count)
select ${new Date(intake.now).toISOString().slice(0, 10)}::date, n.sensor_id, n.reason, n.count from jsonb_to_recordset(${JSON.stringify(intake.strays)}::jsonb)
  as n (sensor_id bigint, reason text, count bigint) order by 2, 3
on conflict (day, sensor_id, reason) do update set count = c.count + excluded.count`)
  for (const { subject, reason, content } of intake.deadLetters)
    await tx.query(sql`insert into dead_letter (received_at, subject, reason, content)
values (${new Date(intake.now)}, ${subject}, ${reason}, ${Buffer.from(content.subarray(0, maxContent))})`)
}
