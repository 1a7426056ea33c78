import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { createMoveError, departedSchema } from './move-context.ts'
import type { Tree } from './tree-tables.ts'

/** Finds the tree of an account by its id or username, also while it is between the cells. */
export async function loadTree(database: Database, account: string): Promise<Tree> {
  const id = /^\d+$/.test(account) ? Number(account) : null
  const [found] = await database.query(sql<{ tree_id: number }>`select tree_id from account
where id = ${id}::bigint or lower(username) = lower(${account})
union all select tree_id from departed_key where kind = 'user' and name = lower(${account})
  or kind = 'id' and name = ${`accounts/${account}`} limit 1`)
  if (found === undefined)
    throw createMoveError(`There is no account ${account} in this cell.`, `W tej komórce nie ma konta ${account}.`)
  const schema = departedSchema(found.tree_id)
  const [departedTable] = await database.query(
    sql<{ found: boolean }>`select to_regclass(${`${schema}.account`}) is not null as found`,
  )
  const [present] = await database.query(sql`select from account where tree_id = ${found.tree_id} limit 1`)
  if (!departedTable?.found && present === undefined)
    throw createMoveError(
      `The account ${account} has moved to another cell.`,
      `Konto ${account} jest już w innej komórce.`,
    )
  const toTable = (table: string) => (departedTable?.found ? sql.id(schema, table) : sql.id('public', table))
  const accounts = await database.query(
    sql<{ id: number }>`select id from ${toTable('account')} where tree_id = ${found.tree_id} order by id`,
  )
  const ids = accounts.map((one) => one.id)
  const services = await database.query(sql<{
    id: number
  }>`select id from ${toTable('service')} where owner_id = any(${ids}::bigint[])
union select service_id from service_revision where owner_id = any(${ids}::bigint[]) order by 1`)
  return { id: found.tree_id, accounts: ids, services: services.map((one) => one.id) }
}
