import {
  type AnyResource,
  buildAccessCondition,
  type CallerRef,
  type Registry,
  rowRef,
  type StatementRunner,
  selectSent,
} from '@wachta/resource'
import { sql } from 'kysely'

export type LiveScope = 'customer' | 'administrator'

export interface News {
  readonly account: number
  /** Records as a JSON array on one line; null if there are more than `maxRecords`. */
  readonly records: string | null
}

/** With more changes, it is cheaper for the client to load the list again. */
export const maxRecords = 1000

/** Changed rows of a resource, and the accounts that listen in one scope. */
interface NewsQuery {
  readonly resource: AnyResource
  readonly ids: readonly number[]
  readonly scope: LiveScope
  readonly accounts: readonly number[]
  /** The groups that the listeners are limited to; null for all. */
  readonly groupIds: readonly number[] | null
}

/**
 * Loads the changed rows that each account may read, for all accounts in one statement. Records and permissions are the
 * same as in a search.
 */
export async function toNews(
  db: StatementRunner,
  registry: Registry,
  { resource, ids, scope, accounts, groupIds }: NewsQuery,
): Promise<News[]> {
  const row = rowRef(resource, 't', { registry, caller: eachAccount(scope, groupIds) })
  const columns = Object.keys(resource.fields).map((name) => selectSent(row, name))
  return db.query(sql<News>`select a.id as account, case when count(*) <= ${maxRecords} then '[' || string_agg(row_to_json(r)::text, ',') || ']' end as records
from ${sql.table(resource.table)} as t join unnest(${accounts}::bigint[]) as a (id) on ${buildAccessCondition(row, 'read')}
cross join lateral (select ${sql.join(columns)}) as r
where t.id = any(${ids}::bigint[]) group by a.id`)
}

/** A caller that represents each account `a` of the statement. Permissions that need other data of the caller throw. */
const eachAccount = (scope: LiveScope, groupIds: readonly number[] | null): CallerRef => ({
  scope,
  readOnly: true,
  // Only the permission to read is evaluated, which observers have too.
  isObserver: false,
  role: 'viewer',
  limitedToGroups: groupIds === null ? null : 'person',
  groupIds: sql`${groupIds}::bigint[]`,
  // Who may not read services cannot open a stream.
  allows: () => true,
  actsFor: sql<number>`a.id`,
  get accountId() {
    return unknown()
  },
  get packageId() {
    return unknown()
  },
  get sessionId() {
    return unknown()
  },
  get language() {
    return unknown()
  },
})

const unknown = (): never => {
  throw new Error('what is said to many accounts at once depends on the account alone')
}
