import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { loadMove, type MoveContext } from './move-context.ts'
import { writeRows } from './rows.ts'

/** Callers are cached for a second: after that, no process begins a change of the tree. */
const fenceMs = 1_500
const pollMs = 250

/**
 * Ends the changes of the tree in the source, and sets the time of the handover, from which the destination checks:
 * each slot has the sensors of exactly one cell. Stores when the first copy began: when an interrupted move is run
 * again, it copies what may have changed since then.
 */
export async function fenceTree({ source, destination, tree, times }: MoveContext, firstCopy: Date): Promise<Date> {
  await source.database.query(sql`insert into tree_move (tree_id, move_id, other_cell, step, changed_at)
values (${tree.id}, ${randomUUID()}, ${destination.number}, 'fenced', ${firstCopy})
on conflict (tree_id) do update set move_id = excluded.move_id, other_cell = excluded.other_cell, step = 'fenced',
  handover_time = null, changed_at = excluded.changed_at where tree_move.step = 'arrived'`)
  const known = await loadMove(source.database, tree.id)
  if (known?.handover_time) return known.handover_time
  await wait(fenceMs)
  await waitForTransactions(source.database)
  return source.database.transaction(async (tx) => {
    const [updated] = await tx.query(sql<{ handover_time: Date }>`update tree_move
set handover_time = date_trunc('milliseconds', clock_timestamp() + ${times.leadMs} * interval '1 millisecond') where tree_id = ${tree.id} returning handover_time`)
    if (updated === undefined) throw new Error('the move has gone')
    await tx.query(sql`update service_revision r set effective_to = greatest(r.effective_from, ${updated.handover_time})
where r.service_id in (select v.id from service v where v.owner_id = any(${tree.accounts}::bigint[])) and r.effective_to is null`)
    return updated.handover_time
  })
}

/** Waits for the end of all transactions that may have begun before the fence. */
async function waitForTransactions(database: Database): Promise<void> {
  const [begun] = await database.query(sql<{ id: string }>`select pg_current_xact_id()::text as id`)
  for (;;) {
    const [state] = await database.query(
      sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) > ${begun?.id ?? '0'}::xid8 as over`,
    )
    if (state?.over) return
    await wait(pollMs)
  }
}

/**
 * Assigns the services to the sensors and analysts of the destination, from the handover on. The destination keeps
 * their results until the tree has arrived.
 */
export async function assignToDestination({ source, destination, tree }: MoveContext, handover: Date): Promise<void> {
  const next = await source.database.transaction((tx) => readNextRevisions(tx, tree.accounts))
  await destination.database.transaction(async (tx) => {
    const known = await loadMove(tx, tree.id)
    if (known !== undefined && known.handover_time?.getTime() === handover.getTime()) return
    await tx.query(sql`insert into tree_move (tree_id, move_id, other_cell, step, handover_time)
values (${tree.id}, ${randomUUID()}, ${source.number}, 'arriving', ${handover})
on conflict (tree_id) do update set move_id = excluded.move_id, other_cell = excluded.other_cell, step = excluded.step,
  handover_time = excluded.handover_time, changed_at = now()`)
    await tx.query(sql`delete from arriving_service where tree_id = ${tree.id}`)
    const services = next.map(({ service_id, owner_id }) => ({ service_id, owner_id }))
    await tx.query(sql`insert into arriving_service (service_id, owner_id, tree_id) select service_id, owner_id, ${tree.id}
from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as n (service_id bigint, owner_id bigint)`)
    // Delete the revisions of a move that was aborted.
    await tx.query(sql`delete from service_revision where configuration is null and (service_id, revision) in (
select (x.line::service_revision).service_id, (x.line::service_revision).revision from unnest(${next.map(({ line }) => line)}::text[]) x (line))`)
    await writeRows(
      tx,
      'service_revision',
      next.map(({ line }) => line),
    )
  })
}

interface NextRevision {
  readonly service_id: number
  readonly owner_id: number
  /** The row as text. */
  readonly line: string
}

/** Reads the revisions with which the destination continues where those of the source end. */
async function readNextRevisions(tx: Transaction, accounts: readonly number[]): Promise<NextRevision[]> {
  await tx.query(sql`set local timezone = 'UTC'`)
  return tx.query(sql<NextRevision>`select r.service_id, v.owner_id, jsonb_populate_record(r,
  jsonb_build_object('revision', r.revision + 1, 'effective_from', r.effective_to, 'effective_to', null))::text as line
from service v join lateral (select s.* from service_revision s where s.service_id = v.id order by s.revision desc limit 1) r on true
where v.owner_id = any(${accounts}::bigint[]) and r.configuration is not null order by r.service_id`)
}

interface Remaining {
  readonly services: number
  readonly forced: number
}

/** Waits until the source has analysed the last slot of each service, stored its status and closed forced analyses. */
export async function waitUntilDrained({ source, tree }: MoveContext, handover: Date): Promise<void> {
  for (;;) {
    // The last slot of a revision is the last time before its end that is whole intervals after its phase.
    const [remaining] = await source.database.query(sql<Remaining>`select
  (select count(*) from (select r.service_id, max(x.slot) as slot from service_revision r join service v on v.id = r.service_id,
      lateral (select r.phase_ms + ceil((extract(epoch from r.effective_to) * 1000 - r.phase_ms) / r.interval_ms - 1) * r.interval_ms as slot) x
    where v.owner_id = any(${tree.accounts}::bigint[]) and r.is_active and r.effective_to > now() - interval '1 hour'
      and (cardinality(r.sensor_ids) > 0 or r.type_id = 'heartbeat') and x.slot >= extract(epoch from r.effective_from) * 1000 group by 1) l
    left join service_state s on s.service_id = l.service_id where s.last_time is null or extract(epoch from s.last_time) * 1000 < l.slot) as services,
  (select count(*) from forced_analysis f where f.service_id = any(${tree.services}::bigint[]) and f.closed_at is null
    and f.time > now() - interval '5 minutes') as forced`)
    if (Date.now() > handover.getTime() && remaining?.services === 0 && remaining.forced === 0) return
    await wait(pollMs)
  }
}
