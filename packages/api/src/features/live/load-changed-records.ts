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

export interface ChangedRecords {
  readonly account: number
  /** Records as a JSON array on one line; null if there are more than `maxRecords`. */
  readonly records: string | null
}

/** With more changes, it is cheaper for the client to load the list again. */
export const maxRecords = 1000

/** Changed rows of a resource, and the accounts that listen in one scope. */
interface ChangedRecordsQuery {
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
export async function loadChangedRecords(
  db: StatementRunner,
  registry: Registry,
  { resource, ids, scope, accounts, groupIds }: ChangedRecordsQuery,
): Promise<ChangedRecords[]> {
  const row = rowRef(resource, 't', { registry, caller: createAccountPlaceholder(scope, groupIds) })
  const columns = Object.keys(resource.fields).map((name) => selectSent(row, name))
  return db.query(sql<ChangedRecords>`select a.id as account, case when count(*) <= ${maxRecords} then '[' || string_agg(row_to_json(r)::text, ',') || ']' end as records
from ${sql.table(resource.table)} as t join unnest(${accounts}::bigint[]) as a (id) on ${buildAccessCondition(row, 'read')}
cross join lateral (select ${sql.join(columns)}) as r
where t.id = any(${ids}::bigint[]) group by a.id`)
}

/** A caller that represents each account `a` of the statement. Permissions that need other data of the caller throw. */
const createAccountPlaceholder = (scope: LiveScope, groupIds: readonly number[] | null): CallerRef => ({
  scope,
  readOnly: true,
  // Only the permission to read is evaluated, which observers have too.
  isObserver: false,
  role: 'viewer',
  limitedToGroups: groupIds === null ? null : 'person',
  groupIds: sql`${groupIds}::bigint[]`,
  // Callers who may not read services cannot open a stream.
  allows: () => true,
  actsFor: sql<number>`a.id`,
  get accountId() {
    return throwUnavailable()
  },
  get packageId() {
    return throwUnavailable()
  },
  get sessionId() {
    return throwUnavailable()
  },
  get language() {
    return throwUnavailable()
  },
})

const throwUnavailable = (): never => {
  throw new Error('records that are loaded for many accounts at once can depend only on the account')
}
