import { randomUUID } from 'node:crypto'
import type { Transaction } from '@wachta/database'
import { carryReportSeals } from '@wachta/evidence'
import {
  addJobs,
  makeDeliverJobs,
  makeNotifyJobs,
  makeReportJob,
  makeReportPreviewJob,
  makeSubscriberJobs,
  type SubscriberDelivery,
} from '@wachta/queue'
import { type RawBuilder, sql } from 'kysely'
import { listTreeKeys, recordNameChanges } from './list-tree-keys.ts'
import { createAbortedError, departedSchema, loadMove, type MoveContext } from './move-context.ts'
import { digestRows, readRows, runCopyTransaction, writeRows } from './rows.ts'
import { movedTables, type Tree } from './tree-tables.ts'

/** Rollups of the hours before the handover are computed again, because the source may not have computed them yet. */
const rollupHours = 3
/** Rollups of analyses that were amended in this many days before the handover are computed again too. */
const amendmentDays = 2
/** Alerts that ended more days than this before the handover get no jobs: their recipients were notified long ago. */
const alertDays = 2

/**
 * Brings the tree into the destination in one transaction: either all of its rows arrive, compared with those of the
 * source, or none. Once it has committed, the move can no longer be aborted.
 */
export async function arrive(context: MoveContext, packages: ReadonlyMap<number, number>): Promise<void> {
  const { source, destination, tree } = context
  await runCopyTransaction(destination.database, async (tx) => {
    await tx.query(sql`select from tree_move where tree_id = ${tree.id} for update`)
    const { step, handover_time = null } = (await loadMove(tx, tree.id)) ?? {}
    if (step === 'arrived') return
    if (step !== 'arriving') throw createAbortedError()
    await runCopyTransaction(source.database, async (sourceTx) => {
      await copyAudit(tx, sourceTx, tree)
      for (const table of Object.keys(movedTables)) await copyTable(tx, sourceTx, { tree, table })
      await carryReportSeals(tx, sourceTx, tree.accounts)
    })
    for (const [from, to] of packages)
      await tx.query(sql`update account set package_id = ${to} where tree_id = ${tree.id} and package_id = ${from}`)
    await tx.query(sql`delete from arriving_service where tree_id = ${tree.id}`)
    // So that analysts read these services again.
    await tx.query(sql`update service_revision set changed_by = pg_current_xact_id()
where service_id in (select id from service where owner_id = any(${tree.accounts}::bigint[])) and effective_to is null`)
    await tx.query(sql`insert into rollup_due (service_id, start) select service_id, time from analysis
where service_id = any(${tree.services}::bigint[]) and time > ${toSourceEnd(handover_time)} - ${rollupHours} * interval '1 hour'
union select service_id, time from analysis_amendment where service_id = any(${tree.services}::bigint[])
  and amended_at > ${toSourceEnd(handover_time)} - ${amendmentDays} * interval '1 day' on conflict do nothing`)
    await tx.query(sql`delete from departed_key where tree_id = ${tree.id}`)
    await recordNameChanges(tx, await listTreeKeys(tx, tree))
    await tx.query(sql`update tree_move set step = 'arrived', changed_at = now() where tree_id = ${tree.id}`)
    await tx.query(sql`set local session_replication_role = origin`)
    await recordMove(tx, context)
    await addTreeJobs(tx, tree, handover_time)
  })
}

/**
 * When the source stopped checking the tree: the handover, not now, because an interrupted move may continue days
 * later.
 */
const toSourceEnd = (handover: Date | null): RawBuilder<Date> => sql<Date>`least(now(), ${handover}::timestamptz)`

interface TreeTable {
  readonly tree: Tree
  readonly table: string
}

async function copyTable(tx: Transaction, sourceTx: Transaction, { tree, table }: TreeTable): Promise<void> {
  const departedRows = { table, schema: departedSchema(tree.id) }
  for await (const lines of readRows(sourceTx, departedRows)) await writeRows(tx, table, lines)
  const condition = movedTables[table]?.(tree)
  const [sourceDigest, destinationDigest] = [
    await digestRows(sourceTx, departedRows),
    await digestRows(tx, { table, ...(condition && { where: condition }) }),
  ]
  if (sourceDigest.count !== destinationDigest.count || sourceDigest.digest !== destinationDigest.digest)
    throw new Error(
      `${table}: the ${destinationDigest.count} rows that arrived are not the ${sourceDigest.count} that left`,
    )
}

/** Copies the audit log. The source keeps it too, because its seals name the end of the chain. */
async function copyAudit(tx: Transaction, sourceTx: Transaction, tree: Tree): Promise<void> {
  const [last] = await tx.query(
    sql<{ sequence: number }>`select coalesce(max(sequence), 0) as sequence from audit where tree_id = ${tree.id}`,
  )
  const where = sql<boolean>`tree_id = ${tree.id} and sequence > ${last?.sequence ?? 0}`
  for await (const lines of readRows(sourceTx, { table: 'audit', where })) await writeRows(tx, 'audit', lines)
}

/** Adds the move to the audit log, with the head of the chain in which the record was sealed until then. */
async function recordMove(tx: Transaction, { source, destination, tree }: MoveContext): Promise<void> {
  const [head] = await source.database.query(
    sql<{ head: string }>`select number || ':' || encode(hash, 'hex') as head from seal order by number desc limit 1`,
  )
  const entry = {
    tree_id: tree.id,
    account_id: tree.id,
    time: new Date().toISOString(),
    actor_id: null,
    actor_scope: 'operator',
    session_id: null,
    request_id: randomUUID(),
    operation: 'move_account',
    resource: 'account',
    object_id: String(tree.id),
    before: { cell: source.number, head: head?.head ?? null },
    after: { cell: destination.number },
  }
  await tx.query(sql`select write_audit(${JSON.stringify(entry)}::jsonb, null, null)`)
}

/** Adds the jobs that are due. Jobs are not moved: those of the source find nothing to do. */
async function addTreeJobs(tx: Transaction, { accounts }: Tree, handover: Date | null): Promise<void> {
  const owned = sql`any(${accounts}::bigint[])`
  const alerts = await tx.query(sql<{ id: number }>`select id from occurrence where owner_id = ${owned}
  and (end_time is null or end_time > ${toSourceEnd(handover)} - ${alertDays} * interval '1 day') order by id`)
  const notifications = await tx.query(sql<{
    id: number
    channel_id: string
    address: string
  }>`select id, channel_id, address
from notification where account_id = ${owned} and status = 'pending' order by id`)
  const reports = await tx.query(
    sql<{ id: number }>`select id from report where owner_id = ${owned} and status in ('pending', 'in_progress')`,
  )
  const previews = await tx.query(
    sql<{
      id: number
    }>`select id from report_preview where owner_id = ${owned} and status in ('pending', 'in_progress')`,
  )
  const deliveries = await tx.query(sql<SubscriberDelivery>`select d.id, s.channel_id, s.status_page_id as page_id,
  d.bulletin_id is not null as is_bulletin
from status_page_delivery d join status_page_subscriber s on s.id = d.subscriber_id where s.owner_id = ${owned} and d.status = 'pending' order by d.id`)
  await addJobs(tx, [
    ...makeNotifyJobs(alerts.map(({ id }) => id)),
    ...makeDeliverJobs(notifications),
    ...reports.map(({ id }) => makeReportJob(id)),
    ...previews.map(({ id }) => makeReportPreviewJob(id)),
    ...makeSubscriberJobs(deliveries),
  ])
}
