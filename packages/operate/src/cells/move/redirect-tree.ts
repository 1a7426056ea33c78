import { sql } from 'kysely'
import { listTreeKeys, splitKeys, unnestKeys } from './list-tree-keys.ts'
import type { MoveContext } from './move-context.ts'

/** Makes the directory lead all keys of the tree to the destination, in one transaction. */
export async function redirectTree({ directory, destination, source, tree }: MoveContext): Promise<void> {
  const { names, others } = splitKeys(await listTreeKeys(destination.database, tree))
  await directory.transaction(async (tx) => {
    await tx.query(sql`delete from directory.entry e using ${unnestKeys(names)}
where e.kind = n.kind and e.name = n.name and e.cell in (${source.number}, ${destination.number}) and e.tree_id is null`)
    await tx.query(sql`insert into directory.entry (kind, name, cell)
select distinct n.kind, n.name, ${destination.number}::integer from ${unnestKeys(names)} on conflict do nothing`)
    await tx.query(sql`delete from directory.entry where tree_id = ${tree.id}`)
    await tx.query(sql`insert into directory.entry (kind, name, cell, tree_id)
select distinct n.kind, n.name, ${destination.number}::integer, ${tree.id}::bigint from ${unnestKeys(others)} on conflict do nothing`)
  })
}
