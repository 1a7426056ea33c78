import { type ChangedRows, createChanges, type Queryable } from '@wachta/database'
import { sql } from 'kysely'

/** The changes since the last call. */
export interface RecordChanges {
  /** Services whose status, group or maintenance may have changed, or that were deleted. */
  readonly services: readonly number[]
  /** Services whose past was corrected by people. */
  readonly corrected: readonly number[]
  /** Accounts whose name or branding may have changed. */
  readonly accounts: readonly number[]
}

/**
 * Selects services with the versions of all rows that determine their status. For a deleted service, that is its row in
 * `deleted_service`.
 */
const selectServices: ChangedRows = (isRecent) =>
  sql`select id, string_agg(version, ' ' order by version) as version from (
    select service_id as id, xmin::text as version from service_state where ${isRecent(sql`xmin`)}
    union all select id, xmin::text from service where ${isRecent(sql`xmin`)}
    union all select service_id, xmin::text from incident
      where changed_at > now() - interval '10 minutes' and ${isRecent(sql`xmin`)}
    union all select service_id, xmin::text from deleted_service where ${isRecent(sql`xmin`)}) written group by id`

const selectCorrected: ChangedRows = (isRecent) =>
  sql`select service_id as id, string_agg(xmin::text, ' ' order by xmin::text) as version
    from correction where ${isRecent(sql`xmin`)} group by service_id`

const selectAccounts: ChangedRows = (isRecent) =>
  sql`select id, string_agg(version, ' ' order by version) as version from (
    select id, xmin::text as version from account where ${isRecent(sql`xmin`)}
    union all select account_id, xmin::text from branding where ${isRecent(sql`xmin`)}) written group by id`

/** Returns a function that finds the changes since its last call; the first call finds nothing. */
export function createRecordWatch(db: Queryable): () => Promise<RecordChanges> {
  const [services, corrected, accounts] = [selectServices, selectCorrected, selectAccounts].map((rows) =>
    createChanges(db, rows),
  )
  return async () => ({
    services: (await services?.listChangedIds()) ?? [],
    corrected: (await corrected?.listChangedIds()) ?? [],
    accounts: (await accounts?.listChangedIds()) ?? [],
  })
}

/** Returns the pages whose theme comes from one of the accounts: their owner or its reseller. */
export async function findBrandedPages(db: Queryable, accounts: readonly number[]): Promise<number[]> {
  if (accounts.length === 0) return []
  const rows = await db.query(sql<{ id: number }>`select p.id from status_page p join account a on a.id = p.owner_id
  join account m on m.id = coalesce(a.parent_account_id, a.id)
where m.id = any(${accounts}::bigint[]) or m.reseller_account_id = any(${accounts}::bigint[])`)
  return rows.map(({ id }) => id)
}
