import { sql } from 'kysely'
import { ask } from './customers.ts'
import type { Installation, ProofCell } from './installation.ts'
import { type PlantedTree, trees } from './world.ts'

/** What the cell that a tree has left may still hold: the record that its seals are about, and marks of the move. */
const mayStay: readonly string[] = [
  ...['analysis', 'analysis_amendment', 'artifact', 'audit', 'service_revision', 'seal_due', 'result_export'],
  ...['tree_move', 'departed_key'],
]

/** Finds rows of a tree in a cell that it is not in, in any table with a column that names an account or a service. */
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
  for (const { table, column } of columns.filter((one) => !mayStay.includes(one.table))) {
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

/** Asks each cell as each customer, for everything of every other one: only the cell that a tree is in may answer, to its own. */
export async function findAnswers({ cells }: Installation, places: ReadonlyMap<string, number>): Promise<string[]> {
  const found: string[] = []
  for (const cell of cells)
    for (const caller of trees)
      for (const asked of trees) {
        const isOwn = caller === asked && places.get(caller.name) === cell.number
        const paths = [
          `/v3/accounts/${asked.account_id}`,
          `/v3/services/${asked.services[0]?.service_id}`,
          `/v3/contacts/${asked.account_id}`,
        ]
        for (const path of paths) {
          const { status } = await ask(cell.origin, path, { token: caller.token })
          if ((status === 200) !== isOwn)
            found.push(`${cell.name} answers ${caller.name} with ${status} to ${path} of ${asked.name}`)
        }
      }
  return found
}
