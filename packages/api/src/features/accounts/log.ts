import {
  type AnyResource,
  buildResourceSchemas,
  type Operation,
  parseKey,
  type RowCondition,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { searchPage, selectKeyAt, selectOverlapping, toRangeKeys } from '../../platform/found-rows.ts'
import { pageParameters, parseRange, rangeParameters, sortParameter } from '../../platform/range.ts'
import { account } from './account.ts'

/** Selects the rows of the account in the path, or of its parent for an additional user. */
const accountRangeCondition: RowCondition = {
  cacheKey: 'of an account in a range',
  condition: (row) => sql<boolean>`${row('owner_id')} = (select coalesce(a.parent_account_id, a.id) from account a
where a.id = ${selectKeyAt(0)}::bigint) and ${selectOverlapping(row, { from: selectKeyAt(1), to: selectKeyAt(2) })}`,
}

export interface AccountLog {
  readonly resource: AnyResource
  /** The last segment of the path. */
  readonly path: string
  readonly summary: string
}

/** Creates an operation that lists the changes of all services of an account. */
export function accountLogOperation(context: ApiContext, { resource, path, summary }: AccountLog): Operation {
  const { registry } = context.searcher
  return {
    id: `list_account_${path}`,
    method: 'GET',
    path: `/accounts/{_account_id}/logs/${path}`,
    tag: 'logs',
    summary,
    access: 'customer',
    on: { resource: 'account', flag: 'read_logs' },
    query: [...rangeParameters, ...pageParameters, sortParameter('start_time')],
    status: 200,
    result: [buildResourceSchemas(resource, registry).record],
    async handle(call) {
      const id = parseKey(account, call)
      await requirePermission({ resource: account, key: id }, 'read_logs', call)
      const keys = [id, ...toRangeKeys(parseRange(call))]
      return searchPage(context, { resource, within: accountRangeCondition, keys, sortBy: 'start_time' }, call)
    },
  }
}
