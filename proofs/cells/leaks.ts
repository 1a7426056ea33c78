import { sql } from 'kysely'
import { sendRequest } from './customers.ts'
import type { Installation, ProofCell } from './installation.ts'
import { type PlantedTree, trees } from './world.ts'

/** Tables in which a tree may leave rows behind: the sealed record, and traces of the move. */
const retainedTables: readonly string[] = [
  ...['analysis', 'analysis_amendment', 'artifact', 'audit', 'service_revision', 'seal_due', 'result_export'],
  ...['tree_move', 'departed_key'],
]

/** Finds rows of a tree in a cell that it has left, in all tables with a column for an account or a service. */
export async function findRows({ db, name }: ProofCell, tree: PlantedTree): Promise<string[]> {
  const columns = await db.query(sql<{
    table: string
    column: string
  }>`select c.relname as "table", a.attname as "column"
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and a.attname in ('tree_id', 'account_id', 'owner_id', 'service_id') and a.atttypid = 'bigint'::regtype order by 1, 2`)
  const ids = [tree.account_id, ...tree.services.map(({ service_id }) => service_id)]
  const found: string[] = []
  for (const { table, column } of columns.filter((one) => !retainedTables.includes(one.table))) {
    const rows = await db.query(
      sql`select from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::bigint[]) limit 1`,
    )
    if (rows.length > 0) found.push(`${name} still has rows of ${tree.name} in ${table}`)
  }
  const schemas = await db.query(
    sql<{ name: string }>`select nspname as name from pg_namespace where nspname = ${`departed_${tree.account_id}`}`,
  )
  return [...found, ...schemas.map((schema) => `${name} still has the schema ${schema.name}`)]
}

/**
 * Requests records of every tree from every cell as every customer. Only the current cell of a tree may return them,
 * and only to the customer who owns the tree.
 */
export async function findForeignAnswers(
  { cells }: Installation,
  currentCells: ReadonlyMap<string, number>,
): Promise<string[]> {
  const found: string[] = []
  for (const cell of cells)
    for (const caller of trees)
      for (const owner of trees) {
        const isOwn = caller === owner && currentCells.get(caller.name) === cell.number
        const paths = [
          `/v3/accounts/${owner.account_id}`,
          `/v3/services/${owner.services[0]?.service_id}`,
          `/v3/contacts/${owner.account_id}`,
        ]
        for (const path of paths) {
          const { status } = await sendRequest(cell.origin, path, { token: caller.token })
          if ((status === 200) !== isOwn)
            found.push(`${cell.name} answers ${caller.name} with ${status} to ${path} of ${owner.name}`)
        }
      }
  return found
}
