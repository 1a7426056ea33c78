import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { dropIndexes } from './indexes.ts'
import { pickWord } from './vocabulary.ts'

/** The average: nine of ten trees are smaller, and the tenth is large enough to fill more than a page. */
const accountsPerTree = 10
const membersPerSmallTree = 7
const membersPerLargeTree = 27

const packages = ['Basic', 'Standard', 'Professional', 'Enterprise', 'Partner']

const givenNames =
  'Anna,Piotr,Katarzyna,Michał,Agnieszka,Łukasz,Małgorzata,Paweł,Zofia,Jerzy,Grażyna,James,Mary,Oliver,Emily,Jack,Sophie'
export const familyNames =
  'Nowak,Kowalska,Wiśniewski,Wójcik,Kamińska,Lewandowski,Zielińska,Szymański,Dąbrowska,Kozłowski,Jabłońska,Gąsior,Święcicka,Smith,Jones,Taylor,Brown,Walker,Hughes'
const trades =
  'Hosting,Księgarnia,Sklep,Poczta,Drukarnia,Logistics,Studio,Serwis,Apteka,Bakery,Software,Biuro,Consulting'

/**
 * Fills the tables with trees of one main account, additional users who act for it, and sub-accounts that depend on it.
 * The members of a tree lie far apart in the table, like accounts that were created over years.
 */
export async function loadAccounts(db: Database, accounts: number): Promise<void> {
  const trees = Math.floor(accounts / accountsPerTree)
  await db.query(sql`insert into package (id, name, is_available_for_new_accounts, maximum_requests_per_minute)
select n, (${sql.lit(`{${packages}}`)}::text[])[n], n < ${packages.length}, 10000000 from generate_series(1, ${packages.length}::integer) n`)
  await db.transaction(async (tx) => {
    const rebuild = await dropIndexes(tx, 'account')
    // Triggers and foreign keys would find nothing to do here, but would run once per row.
    await tx.query(sql`alter table account disable trigger all`)
    await tx.query(insertMainAccounts(trees))
    await tx.query(insertMembers(trees))
    await tx.query(sql`alter table account enable trigger all`)
    await tx.query(sql`insert into credential (account_id) select id from account`)
    await rebuild()
  })
  for (const table of ['account', 'package'])
    await db.query(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`,
    )
  await db.query(sql`vacuum analyze`)
}

const insertMainAccounts = (
  trees: number,
) => sql`insert into account (id, tree_id, name, username, package_id, language_id, email_address, role)
select t, t, ${company(sql`t`)}, ${username(sql`t`)}, ${packageOf(sql`t`)}, ${languageOf(sql`t`)}, t || '@example.com', 'owner'
from generate_series(1, ${trees}::bigint) t`

const insertMembers = (
  trees: number,
) => sql`insert into account (id, tree_id, name, username, package_id, parent_account_id,
  reseller_account_id, is_blocked, is_read_only, subaccount_edit, subaccount_block, language_id, email_address, role)
select id, t, case when is_user then ${person(sql`id`)} else ${company(sql`id`)} end, ${username(sql`id`)},
  case when is_user or m % 2 = 0 then ${packageOf(sql`t`)} else ${packages.length} end,
  case when is_user then t end, case when not is_user then t end,
  id % 23 = 0, is_user and id % 5 = 0, not is_user and id % 2 = 0, not is_user and id % 3 = 0,
  ${languageOf(sql`t`)}, id || '@example.com', case when not is_user then 'owner' when id % 5 = 0 then 'viewer' else 'editor' end
from (select t, m, m in (1, 2, 3, 8, 9, 10, 11, 12, 13) as is_user, ${trees}::bigint + row_number() over (order by m, t) as id
  from generate_series(1, ${trees}::bigint) t,
    generate_series(1, case when t % 10 = 0 then ${membersPerLargeTree}::integer else ${membersPerSmallTree}::integer end) m) as member`

const person = (id: RawBuilder<unknown>) => sql`${pickWord(givenNames, id)} || ' ' || ${pickWord(familyNames, id)}`
const company = (id: RawBuilder<unknown>) =>
  sql`${pickWord(trades, id)} || ' ' || ${pickWord(familyNames, id)} || ' ' || ${id} % 997`
const username = (id: RawBuilder<unknown>) =>
  sql`folded(${pickWord(givenNames, id)}) || '.' || folded(${pickWord(familyNames, id)}) || '.' || ${id}`
const packageOf = (tree: RawBuilder<unknown>) => sql`(array[1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4])[1 + ${tree} % 11]`
const languageOf = (tree: RawBuilder<unknown>) => sql`case when ${tree} % 3 = 0 then 'en' else 'pl' end`
