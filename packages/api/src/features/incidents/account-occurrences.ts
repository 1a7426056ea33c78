import { eventKinds } from '@wachta/events'
import {
  buildEnum,
  buildResourceSchemas,
  type Operation,
  parseKey,
  type QueryParameter,
  type RowCondition,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { searchPage, selectKeyAt, selectOverlapping, toRangeKeys } from '../../platform/found-rows.ts'
import { pageParameters, parseRange, rangeParameters, sortParameter } from '../../platform/range.ts'
import { account } from '../accounts/account.ts'
import { isListedAlert } from './covered-occurrences.ts'
import { occurrence } from './occurrence.ts'

/** Selects the alerts of the account in the path, or of its parent for an additional user. Empty filters match all. */
const accountCondition: RowCondition = {
  cacheKey: 'of an account in a range, narrowed',
  condition: (row) => sql<boolean>`${row('owner_id')} = (select coalesce(a.parent_account_id, a.id) from account a
where a.id = ${selectKeyAt(0)}::bigint) and ${selectOverlapping(row, { from: selectKeyAt(1), to: selectKeyAt(2) })} and ${isListedAlert(row)}
  and (${selectKeyAt(3)}::text = '' or (${selectKeyAt(3)}::text = 'current') = (${row('end_time')} is null))
  and (${selectKeyAt(4)}::text = '' or coalesce((select e.kind from event e where e.id = ${row('event_id')}), 'failure') = ${selectKeyAt(4)}::text)
  and (${selectKeyAt(5)}::text = '' or ${row('service_id')} = nullif(${selectKeyAt(5)}::text, '')::bigint)`,
}

const filterParameters: readonly QueryParameter[] = [
  {
    name: 'state',
    schema: buildEnum(['current', 'ended']),
    description: 'Only open alerts, or only those that have ended.',
  },
  {
    name: 'kind',
    schema: buildEnum(eventKinds.map(({ id }) => id)),
    description: 'Only those of events of this kind. Legacy notifications are of the kind failure.',
  },
  {
    name: 'service_id',
    schema: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
    description: 'Only those of this service.',
  },
]

/** The operation that lists the alerts of all services of an account. */
export const accountOccurrences = (context: ApiContext): Operation => ({
  id: 'list_account_occurrences',
  method: 'GET',
  path: '/accounts/{_account_id}/logs/occurrences',
  tag: 'logs',
  summary: 'List the alerts of an account in a time range.',
  description:
    'All alerts that overlap the range, including those that began before it or are still open. A failure that an event of the kind failure covers is listed once, as that event.',
  access: 'customer',
  on: { resource: 'account', flag: 'read_logs' },
  query: [...rangeParameters, ...filterParameters, ...pageParameters, sortParameter('start_time')],
  status: 200,
  result: [buildResourceSchemas(occurrence, context.searcher.registry).record],
  async handle(call) {
    const id = parseKey(account, call)
    await requirePermission({ resource: account, key: id }, 'read_logs', call)
    const filterKeys = filterParameters.map(({ name }) => String(call.query[name] ?? ''))
    const keys = [id, ...toRangeKeys(parseRange(call)), ...filterKeys]
    return searchPage(context, { resource: occurrence, within: accountCondition, keys, sortBy: 'start_time' }, call)
  },
})
