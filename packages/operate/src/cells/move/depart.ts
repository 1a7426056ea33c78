import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from '@wachta/database'
import { markSeals } from '@wachta/evidence'
import { sql } from 'kysely'
import { listTreeKeys, recordNameChanges, unnestKeys } from './list-tree-keys.ts'
import { createAbortedError, departedSchema, loadMove, type MoveContext } from './move-context.ts'
import { runCopyTransaction } from './rows.ts'
import { movedTables, type Tree } from './tree-tables.ts'

const retryMs = 500
/** Tables that do not move with the tree, because their rows are about this cell. */
const deletedTables = ['mass_change_check', 'rollup_due'] as const

/**
 * Takes the tree out of the source in one transaction: from then on no process sees it, so nothing changes any more.
 * Its rows are kept in a separate schema until they are deleted or put back.
 */
export async function depart({ source, tree }: MoveContext): Promise<void> {
  for (;;) {
    const isDone = await runCopyTransaction(source.database, async (tx) => {
      const step = (await loadMove(tx, tree.id))?.step
      if (step === 'left') return true
      if (step !== 'fenced') throw createAbortedError()
      await lockTree(tx, tree)
      if (await isSending(tx, tree)) return false
      await takeRowsOut(tx, tree, source.name)
      return true
    })
    if (isDone) return
    await wait(retryMs)
  }
}

/** Locks the tree: from now on, no row that refers to its accounts or services can be added. */
async function lockTree(tx: Transaction, { id, accounts }: Tree): Promise<void> {
  await tx.query(sql`select from tree_move where tree_id = ${id} for update`)
  await tx.query(sql`select from account where tree_id = ${id} order by id for update`)
  await tx.query(sql`select from service where owner_id = any(${accounts}::bigint[]) order by id for update`)
  await tx.query(
    sql`select from notification where account_id = any(${accounts}::bigint[]) and status = 'pending' order by id for update`,
  )
}

/** Whether a process is sending a message at this moment: the destination would send it again. */
async function isSending(tx: Transaction, { accounts }: Tree): Promise<boolean> {
  const found = await tx.query(sql`select from notification where account_id = any(${accounts}::bigint[])
  and status = 'pending' and claimed_until > clock_timestamp()
union all select from status_page_delivery d join status_page_subscriber s on s.id = d.subscriber_id
  where s.owner_id = any(${accounts}::bigint[]) and d.status = 'pending' and d.claimed_until > clock_timestamp() limit 1`)
  return found.length > 0
}

async function takeRowsOut(tx: Transaction, tree: Tree, cell: string): Promise<void> {
  const schema = departedSchema(tree.id)
  const { accounts } = tree
  // Delete sessions in which a user of another tree views an account of this one.
  await tx.query(
    sql`delete from session where account_id = any(${accounts}::bigint[]) and observer_id <> all(${accounts}::bigint[])`,
  )
  const keys = await listTreeKeys(tx, tree)
  await tx.query(sql`insert into departed_key (kind, name, tree_id)
select n.kind, n.name, ${tree.id} from ${unnestKeys(keys)} on conflict do nothing`)
  await recordNameChanges(tx, keys)
  await tx.query(sql`drop schema if exists ${sql.id(schema)} cascade`)
  await tx.query(sql`create schema ${sql.id(schema)}`)
  const tables = Object.entries(movedTables)
  for (const [table, condition] of tables) await keepRows(tx, { schema, table, condition: condition(tree) })
  await keepRows(tx, {
    schema,
    table: 'service_revision',
    condition: sql<boolean>`owner_id = any(${accounts}::bigint[])`,
  })
  // Providers group the messages of an alert by their thread, which names the cell of the first message. The
  // destination uses a key that begins with `:` without its own name.
  await tx.query(sql`update ${sql.id(schema, 'occurrence')} set thread_key = ${`:${cell}-`} || coalesce(thread_key, 'o' || id)
where thread_key is null or thread_key not like ':%'`)
  for (const [table, condition] of tables.reverse())
    await tx.query(sql`delete from ${sql.table(table)} where ${condition(tree)}`)
  await markPendingSeals(tx, tree)
  for (const table of deletedTables)
    await tx.query(sql`delete from ${sql.table(table)} where service_id = any(${tree.services}::bigint[])`)
  // As after a deletion: analysts and planner forget the services, and the reporter still seals their last windows.
  await tx.query(sql`update service_revision set configuration = null, changed_by = pg_current_xact_id()
where owner_id = any(${accounts}::bigint[])`)
  await tx.query(sql`update tree_move set step = 'left', changed_at = now() where tree_id = ${tree.id}`)
}

/**
 * Marks the seals of amended analyses to be renewed: their rollups, which would do so, are not computed here any more.
 */
async function markPendingSeals(tx: Transaction, { services }: Tree): Promise<void> {
  const due = await tx.query(
    sql<{
      service_id: number
      start: Date
    }>`select service_id, start from rollup_due where service_id = any(${services}::bigint[])`,
  )
  await markSeals(tx, due)
}

interface KeptTable {
  readonly schema: string
  readonly table: string
  readonly condition: ReturnType<(typeof movedTables)[string]>
}

async function keepRows(tx: Transaction, { schema, table, condition }: KeptTable): Promise<void> {
  const keptTable = sql.id(schema, table)
  await tx.query(sql`create table ${keptTable} (like ${sql.table(table)})`)
  await tx.query(sql`insert into ${keptTable} select * from ${sql.table(table)} where ${condition}`)
}
