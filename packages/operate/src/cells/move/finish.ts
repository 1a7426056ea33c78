import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { departedSchema, type MoveContext } from './move-context.ts'
import { readRows, runCopyTransaction, writeRows } from './rows.ts'
import { treeHistoryTables } from './tree-tables.ts'

/**
 * Copies the ended revisions, and deletes the rows that the source still has: those that departed, check details and
 * rollups. Its analyses and artifacts stay until their days are dropped, because its seals are about them.
 */
export async function finish({ source, destination, tree, times }: MoveContext, handover: Date): Promise<void> {
  const schema = departedSchema(tree.id)
  const [departedTable] = await source.database.query(
    sql<{ found: boolean }>`select to_regclass(${`${schema}.service_revision`}) is not null as found`,
  )
  if (!departedTable?.found) return
  // If the ended revisions arrived earlier, the sensors of the destination would run their last slot again.
  await wait(Math.max(0, handover.getTime() + times.keptAfterEndMs - Date.now()))
  await runCopyTransaction(destination.database, async (tx) => {
    await runCopyTransaction(source.database, async (sourceTx) => {
      for await (const lines of readRows(sourceTx, { table: 'service_revision', schema })) {
        // If the tree was in this cell before, these revisions are still there, without their content.
        await tx.query(sql`delete from service_revision r using unnest(${lines}::text[]) x (line)
where r.service_id = (x.line::service_revision).service_id and r.revision = (x.line::service_revision).revision and r.configuration is null`)
        await writeRows(tx, 'service_revision', lines)
      }
    })
  })
  for (const { table, isDeletedAtSource } of treeHistoryTables)
    if (isDeletedAtSource)
      await source.database.query(
        sql`delete from ${sql.table(table)} where service_id = any(${tree.services}::bigint[])`,
      )
  // The directory leads these names to the destination, so the source can forget them.
  await source.database.query(sql`delete from departed_key where tree_id = ${tree.id} and kind not in ('secret', 'id')`)
  await source.database.query(sql`drop schema ${sql.id(schema)} cascade`)
}
