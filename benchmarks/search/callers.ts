import type { Database } from '@wachta/database'
import type { Caller, CompiledStatement } from '@wachta/resource'
import { openSession } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import { buildStatement, createTypicalSearch } from './question.ts'

/** A caller who searches: its HTTP request, its identity in the database, and the expected result. */
export interface SearchingCaller {
  readonly authorization: string
  readonly body: string
  readonly statement: CompiledStatement
  readonly expected: ExpectedList
}

export interface ExpectedList {
  readonly total: number
  readonly ids: readonly number[]
}

const customerCount = 200

/** Creates callers for customers from all over the table, with small and large trees. */
export async function createCustomers(owner: Database, accounts: number): Promise<SearchingCaller[]> {
  // Every tenth tree is large, and the step is one more than a multiple of ten: so every tenth selected customer has a
  // large tree.
  const spacing = (Math.floor(accounts / 10) - 1) / (customerCount - 1)
  const step = Math.floor((spacing - 1) / 10) * 10 + 1
  const mainAccountIds = Array.from({ length: customerCount }, (_, index) => 1 + index * step)
  await owner.query(sql`delete from session`)
  return Promise.all(mainAccountIds.map((id) => createCaller(owner, id, 'customer')))
}

/** Creates callers for one administrator, who searches the accounts of each package. */
export async function createAdministrators(owner: Database): Promise<SearchingCaller[]> {
  const packages = await owner.query(sql<{ id: number }>`select id from package order by id`)
  await owner.query(sql`update account set is_administrator = true where id = 1`)
  await owner.query(sql`update credential set totp_secret = 'v1.test.placeholder' where account_id = 1`)
  return Promise.all(packages.map(({ id }) => createCaller(owner, 1, 'administrator', id)))
}

async function createCaller(
  owner: Database,
  id: number,
  scope: 'customer' | 'administrator',
  searchedPackageId?: number,
): Promise<SearchingCaller> {
  const [found] = await owner.query(
    sql<{
      packageId: number
      language: 'pl' | 'en'
    }>`select package_id as "packageId", language_id as language from account where id = ${id}`,
  )
  if (!found) throw new Error(`account ${id} does not exist`)
  const { packageId, language } = found
  const caller: Caller = {
    accountId: id,
    actsFor: id,
    packageId,
    sessionId: null,
    scope,
    readOnly: false,
    role: 'owner',
    language,
  }
  const request = createTypicalSearch(searchedPackageId ?? packageId)
  return {
    authorization: await openSession(owner, id, scope),
    body: JSON.stringify(request),
    statement: buildStatement(caller, request),
    expected: await computeExpected(owner, scope === 'customer' ? id : null, searchedPackageId ?? packageId),
  }
}

/** Computes the expected result in another way: from the tree, not from permissions. */
async function computeExpected(owner: Database, tree: number | null, packageId: number): Promise<ExpectedList> {
  const matching = sql`from account where package_id = ${packageId} and not is_blocked and (${tree}::bigint is null or tree_id = ${tree}::bigint)`
  const [count] = await owner.query(sql<{ total: number }>`select count(*) as total ${matching}`)
  const rows = await owner.query(sql<{ id: number }>`select id ${matching} order by name, id limit 10`)
  return { total: count?.total ?? 0, ids: rows.map(({ id }) => id) }
}
