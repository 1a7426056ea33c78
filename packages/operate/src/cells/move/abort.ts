import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { listTreeKeys, recordNameChanges } from './list-tree-keys.ts'
import { createMoveError, departedSchema, loadMove, type MoveContext, rejectOtherMove } from './move-context.ts'
import { listColumns, runCopyTransaction } from './rows.ts'
import { movedTables, type Tree } from './tree-tables.ts'

/** A stored revision takes effect half a minute later, like revisions by other changes. */
const revisionDelayMs = 30_000

/** Aborts the move: the source continues with the tree. Only slots that neither cell checked meanwhile are missing. */
export async function abortMove(context: MoveContext): Promise<void> {
  const { source, destination, tree } = context
  rejectOtherMove(context, await loadMove(source.database, tree.id))
  await destination.database.transaction(async (tx) => {
    await tx.query(sql`select from tree_move where tree_id = ${tree.id} for update`)
    const destinationMove = await loadMove(tx, tree.id)
    if (destinationMove?.step === 'arrived')
      throw createMoveError(
        'The account has arrived already. Move it back instead.',
        'Konto już dotarło. Przenieś je z powrotem.',
      )
    await tx.query(sql`update service_revision set configuration = null, effective_to = greatest(effective_from, now())
where effective_to is null and service_id in (select service_id from arriving_service where tree_id = ${tree.id})`)
    await tx.query(sql`delete from arriving_service where tree_id = ${tree.id}`)
    await tx.query(sql`delete from tree_move where tree_id = ${tree.id}`)
  })
  await runCopyTransaction(source.database, async (tx) => {
    await tx.query(sql`select from tree_move where tree_id = ${tree.id} for update`)
    const sourceMove = await loadMove(tx, tree.id)
    if (sourceMove === undefined || sourceMove.step === 'arrived') return
    if (sourceMove.step === 'left') await restoreRows(tx, tree)
    await continueRevisions(tx, tree)
    await tx.query(sql`delete from tree_move where tree_id = ${tree.id}`)
    await tx.query(sql`delete from departed_key where tree_id = ${tree.id}`)
  })
}

async function restoreRows(tx: Transaction, tree: Tree): Promise<void> {
  const schema = departedSchema(tree.id)
  await recordNameChanges(tx, await listTreeKeys(tx, tree, schema))
  for (const table of Object.keys(movedTables)) {
    const names = sql.join((await listColumns(tx, table)).map((name) => sql.id(name)))
    await tx.query(sql`insert into ${sql.id('public', table)} (${names}) overriding system value
select ${names} from ${sql.id(schema, table)}`)
  }
  await tx.query(sql`update service_revision r set configuration = k.configuration, changed_by = pg_current_xact_id()
from ${sql.id(schema, 'service_revision')} k where k.service_id = r.service_id and k.revision = r.revision`)
  await tx.query(sql`drop schema ${sql.id(schema)} cascade`)
}

/**
 * Continues the last revision of each service: removes its end or, if that is past or too near, adds the same revision
 * again.
 */
async function continueRevisions(tx: Transaction, { accounts }: Tree): Promise<void> {
  const last = sql`(select distinct on (r.service_id) r.service_id, r.revision from service_revision r join service v on v.id = r.service_id
where v.owner_id = any(${accounts}::bigint[]) order by r.service_id, r.revision desc)`
  const soon = sql`now() + ${revisionDelayMs} * interval '1 millisecond'`
  await tx.query(sql`insert into service_revision select (jsonb_populate_record(r, jsonb_build_object('revision', r.revision + 1,
  'effective_from', ${soon}, 'effective_to', null, 'changed_by', pg_current_xact_id()::text))).*
from service_revision r join ${last} l using (service_id, revision) where r.effective_to < ${soon}`)
  await tx.query(sql`update service_revision r set effective_to = null, changed_by = pg_current_xact_id()
from ${last} l where r.service_id = l.service_id and r.revision = l.revision and r.effective_to >= ${soon}`)
}
