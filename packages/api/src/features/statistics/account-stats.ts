import {
  buildResourceSchemas,
  type Caller,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  requirePermission,
} from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { account } from '../accounts/account.ts'
import { counterNames, selectStateCounters } from './counters.ts'

const counters = Object.fromEntries(counterNames.map((name) => [name, Type.Integer({ minimum: 0 })]))
const accountStats = nameSchema('account_stats', Type.Object(counters, closed))

/** The operations that count the own and shared services of an account, and their steps: in total and by category. */
export function accountStatsOperations({ searcher }: ApiContext): Operation[] {
  const { registry } = searcher
  const common = {
    method: 'GET',
    tag: 'accounts',
    access: 'customer',
    on: { resource: 'account', flag: 'read_stats' },
    status: 200,
  } as const
  const { record: category } = buildResourceSchemas(registry.get('service_type_category'), registry)
  const byCategory = nameSchema(
    'account_stats_by_service_type_category',
    Type.Object({ ...counters, service_type_category: category.schema }),
  )
  return [
    {
      ...common,
      id: 'read_account_stats',
      path: '/accounts/{_id}/stats',
      summary: 'Account statistics.',
      result: accountStats,
      async handle(call) {
        const id = Number(parseKey(account, call))
        await requirePermission({ resource: account, key: id }, 'read_stats', call)
        const statement = call.db.compile(sql`select * from
  (select ${selectStateCounters('own_')} from service v where ${isOwnService(id)} and ${isInGroups(call.caller)}) o,
  (select ${selectStateCounters('shared_')} from service v where ${isSharedService(id)} and ${isInGroups(call.caller)}) s`)
        // Every dashboard reads this, so it is a prepared statement: PostgreSQL parses it once per connection.
        const name = call.caller.limits?.groupIds ? 'account_stats_of_groups' : 'account_stats'
        const [stats] = await call.db.run({ ...statement, name })
        return { value: stats }
      },
    },
    {
      ...common,
      id: 'list_account_stats_by_category',
      path: '/accounts/{_id}/stats/by_service_type_category',
      summary: 'Account statistics split by service type category.',
      result: [byCategory],
      async handle(call) {
        const id = Number(parseKey(account, call))
        await requirePermission({ resource: account, key: id }, 'read_stats', call)
        const { language } = call.caller
        const rows = await call.db.query(sql`select o.*, s.*, c.service_type_category from (
  select d.id, d.position, jsonb_build_object('id', d.id, 'name', d.name ->> ${language}::text, 'description', d.description ->> ${language}::text) as service_type_category
  from dictionary_entry d where d.dictionary = 'service_type_categories') c,
  lateral (select ${selectStateCounters('own_')} from service v join service_type t on t.id = v.type_id where ${isOwnService(id)} and ${isInGroups(call.caller)} and t.category_id = c.id) o,
  lateral (select ${selectStateCounters('shared_')} from service v join service_type t on t.id = v.type_id where ${isSharedService(id)} and ${isInGroups(call.caller)} and t.category_id = c.id) s
order by c.position`)
        return { value: rows, headers: { 'x-total-count': String(rows.length) } }
      },
    },
  ]
}

/** For an additional user, the services of its parent account are counted. */
const selectActingAccount = (id: number): RawBuilder<unknown> =>
  sql`(select coalesce(a.parent_account_id, a.id) from account a where a.id = ${id})`
const isOwnService = (id: number): RawBuilder<unknown> => sql`v.owner_id = ${selectActingAccount(id)}`
const isSharedService = (id: number): RawBuilder<unknown> =>
  sql`v.group_id = any(array(select s.group_id from group_share s where s.account_id = ${selectActingAccount(id)}))`

/**
 * For a user who is limited to groups, only services in these groups are counted. Without a limit, the condition does
 * not mention the groups, so that the counters of an account can be read from an index alone.
 */
const isInGroups = ({ limits }: Caller): RawBuilder<unknown> =>
  limits?.groupIds ? sql`v.group_id = any(${limits.groupIds}::bigint[])` : sql`true`
