import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { streams as allStreams, type Stream, type StreamProgress } from '../slots/receipts.ts'
import { type FencedLease, rejectCommit } from './fenced.ts'

/** The positions, watermarks, strays and dead letters of one commit. */
export interface Intake extends StreamProgress {
  readonly now: number
  readonly lease: FencedLease
  readonly streams: Readonly<Partial<Record<Stream, { readonly name: string; readonly created: Date }>>>
}

/** The number of bytes of a dead letter that are stored. */
const maxContentBytes = 65_536

const countStatement = `with counted as (
  update analyst_lease set commits = commits + 1 where vp_group = $1 and epoch = $2 and owner = $3 and commits = $4
  returning vp_group),
positions as (
  insert into stream_position (vp_group, stream, stream_created, sequence)
  select $1, n.* from unnest($5::text[], $6::timestamptz[], $7::int8[]) n
  on conflict (vp_group, stream) do update set stream_created = excluded.stream_created, sequence = excluded.sequence),
watermarks as (
  insert into sensor_watermark (sensor_id, host, vp_group, sequence)
  select n.sensor_id, n.host, $1, n.sequence from unnest($8::int8[], $9::text[], $10::int8[]) n (sensor_id, host, sequence)
    join sensor s on s.id = n.sensor_id
  on conflict (sensor_id, host, vp_group) do update set sequence = excluded.sequence, updated_at = now())
select vp_group from counted`

/**
 * Stores how far streams and spools are done, and counts the commit if the lease is still held. Must be the last
 * statement of its transaction, because it locks the lease and renewals wait for it.
 */
export async function countCommit(tx: Transaction, intake: Intake): Promise<void> {
  const { positions, streams, watermarks, lease } = intake
  const movedStreams = allStreams.flatMap((stream) => {
    const sequence = positions[stream]
    const source = streams[stream]
    return sequence === undefined || source === undefined ? [] : [{ ...source, sequence }]
  })
  const counted = await tx.run({
    name: 'count commit',
    text: countStatement,
    values: [
      ...[lease.shard, lease.epoch, lease.owner, lease.counter.commits],
      ...[
        movedStreams.map(({ name }) => name),
        movedStreams.map(({ created }) => created),
        movedStreams.map(({ sequence }) => sequence),
      ],
      ...[watermarks.map(({ sensor_id }) => sensor_id), watermarks.map(({ host }) => host)],
      watermarks.map(({ sequence }) => sequence),
    ],
  })
  if (counted.length === 0) await rejectCommit(tx, lease)
}

/**
 * Stores strays and dead letters, and deletes the watermarks of replaced spools. Must run before `countCommit`, which
 * may store a new watermark of the same spool.
 */
export async function writeIntake(tx: Transaction, intake: Omit<Intake, 'streams'>): Promise<void> {
  if (intake.forgotten.length > 0)
    await tx.query(sql`delete from sensor_watermark w using jsonb_to_recordset(${JSON.stringify(intake.forgotten)}::jsonb)
  as n (sensor_id bigint, host text) where w.vp_group = ${intake.lease.shard} and w.sensor_id = n.sensor_id and w.host = n.host`)
  if (intake.strays.length > 0)
    await tx.query(sql`insert into stray_count as c (day, sensor_id, reason, count)
select ${new Date(intake.now).toISOString().slice(0, 10)}::date, n.sensor_id, n.reason, n.count from jsonb_to_recordset(${JSON.stringify(intake.strays)}::jsonb)
  as n (sensor_id bigint, reason text, count bigint) order by 2, 3
on conflict (day, sensor_id, reason) do update set count = c.count + excluded.count`)
  for (const { subject, reason, content } of intake.deadLetters)
    await tx.query(sql`insert into dead_letter (received_at, subject, reason, content)
values (${new Date(intake.now)}, ${subject}, ${reason}, ${Buffer.from(content.subarray(0, maxContentBytes))})`)
}
