import { type AnyResource, demand, keyOf, type Operation, resourceSchemas, type Within } from '@wachta/resource'
import { sql } from 'kysely'
import { account } from '../resources/account.ts'
import { eventStatusChange } from '../resources/event-status-change.ts'
import { statusChange } from '../resources/status-change.ts'
import type { Services } from '../services.ts'
import { keyAt, listed, rangeKeys, touching } from './found-rows.ts'
import { pageParameters, rangeOf, rangeParameters, sortParameter } from './range.ts'

/** Those of the account in the path, or of the one that it acts for as an additional user. */
const ofAccount: Within = {
  shape: 'of an account in a range',
  condition: (row) => sql<boolean>`${row('owner_id')} = (select coalesce(a.parent_account_id, a.id) from account a
where a.id = ${keyAt(0)}::bigint) and ${touching(row, 1)}`,
}

/** What changed on all services of an account. */
export function accountLogOperations(services: Services): Operation[] {
  const { registry } = services.searcher
  const log = (resource: AnyResource, path: string, summary: string): Operation => ({
    id: `list_account_${path}`,
    method: 'GET',
    path: `/accounts/{_account_id}/logs/${path}`,
    tag: 'logs',
    summary,
    access: 'customer',
    on: { resource: 'account', flag: 'read_logs' },
    query: [...rangeParameters, ...pageParameters, sortParameter('start_time')],
    status: 200,
    result: [resourceSchemas(resource, registry).record],
    async handle(call) {
      const id = keyOf(account, call)
      await demand(registry, account, id, 'read_logs', call)
      const keys = [id, ...rangeKeys(rangeOf(call))]
      return listed(services, { resource, within: ofAccount, keys }, 'start_time', call)
    },
  })
  return [
    log(statusChange, 'status_changes', "State changes of the account's services."),
    log(eventStatusChange, 'event_status_changes', "State changes of the account's events."),
  ]
}
