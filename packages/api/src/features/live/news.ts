import { belongs, type CallerRef, type Registry, rowRef, type StatementRunner, sent } from '@wachta/resource'
import { sql } from 'kysely'
import { serviceStatus } from '../checks-and-history/service-status.ts'

export type LiveScope = 'customer' | 'administrator'

export interface News {
  readonly account: number
  /** Records of service statuses as a JSON array, all on one line; null where there are more than anybody takes one by one. */
  readonly records: string | null
}

/** More than this at once, and asking for the list again is cheaper. */
export const maxRecords = 1000

/**
 * What each account may see of the services that have changed: the records that a search would return, under the very rule
 * that a search would apply, for all accounts in one statement.
 */
export async function toNews(
  db: StatementRunner,
  registry: Registry,
  { scope, accounts, services }: { scope: LiveScope; accounts: readonly number[]; services: readonly number[] },
): Promise<News[]> {
  const within = { registry, caller: anyOf(scope) }
  const row = rowRef(serviceStatus, 't', within)
  const columns = Object.keys(serviceStatus.fields).map((name) => sent(row, name))
  return db.query(sql<News>`select a.id as account, case when count(*) <= ${maxRecords} then '[' || string_agg(row_to_json(r)::text, ',') || ']' end as records
from ${sql.table(serviceStatus.table)} as t join unnest(${accounts}::bigint[]) as a (id) on ${belongs(row, 'read')}
cross join lateral (select ${sql.join(columns)}) as r
where t.id = any(${services}::bigint[]) group by a.id`)
}

/** Stands for every account of the statement in turn. A rule that asks for more than the account cannot be put so. */
const anyOf = (scope: LiveScope): CallerRef => ({
  scope,
  readOnly: true,
  // What may be read is told, and that is the same for who only looks.
  isObserver: false,
  // Streams are opened by sessions alone.
  isLimitedToGroups: false,
  mayRead: () => true,
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
  get groupIds() {
    return unknown()
  },
})

const unknown = (): never => {
  throw new Error('what is said to many accounts at once depends on the account alone')
}
