import type { RowCondition } from '@wachta/resource'
import { sql } from 'kysely'
import { selectKeyAt } from '../../platform/found-rows.ts'

/** Selects the services of the account in the path or its parent, and services shared with it, except archived ones. */
export const accountServicesCondition: RowCondition = {
  cacheKey: 'of an account, shared or its own, not archived, in a group or all',
  condition: (row) => sql<boolean>`(${row('owner_id')} = ${holderId} or ${row('group_id')} = any(array(
    select s.group_id from group_share s where s.account_id = ${holderId})))
  and (${selectKeyAt(1)}::text = '' or ${row('group_id')} = nullif(${selectKeyAt(1)}::text, '')::bigint)
  and exists (select from service v where v.id = ${row('id')} and not v.is_archived)`,
}
const holderId = sql`(select coalesce(a.parent_account_id, a.id) from account a where a.id = ${selectKeyAt(0)}::bigint)`
