import {
  type Call,
  findPermitted,
  nameSchema,
  type Operation,
  parseKey,
  rejectAny,
  requirePermission,
} from '@wachta/resource'
import { idList } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { account } from './account.ts'

const accountsScope = nameSchema(
  'accounts_scope',
  Type.Object({ all: Type.Optional(Type.Boolean()), by_id: Type.Optional(idList().schema) }),
)

interface CopiedShare {
  readonly group_id: number
  readonly account_id: number
  readonly owner_id: number
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>>
}

/** Copies the group shares of one account to others; their other shares are not changed. */
export const copyGroupShares: Operation = {
  id: 'copy_group_shares',
  method: 'POST',
  path: '/accounts/{_id}/copy_group_shares',
  tag: 'accounts',
  summary: 'Copy group permissions of one account to many accounts.',
  access: 'customer',
  on: { resource: 'account', flag: 'copy_group_shares' },
  body: accountsScope,
  status: 204,
  async handle(call) {
    const source = Number(parseKey(account, call))
    await requirePermission({ resource: account, key: source }, 'copy_group_shares', call)
    const targets = await loadTargets(source, call)
    const shares = await call.db.query(sql<CopiedShare>`
with copied as (
  select s.*, t.id as target from group_share s, unnest(${targets}::bigint[]) as t (id)
  where s.account_id = ${source} and t.id <> s.owner_id and ${mayShare(call)}
), former as (
  select f.* from group_share f join copied c on c.group_id = f.group_id and c.target = f.account_id
), written as (
  insert into group_share (group_id, account_id, can_archive_services, can_create_services, can_delete_services,
      can_force_analyses, can_modify_group, can_modify_services)
    select group_id, target, can_archive_services, can_create_services, can_delete_services, can_force_analyses,
      can_modify_group, can_modify_services from copied
  on conflict (group_id, account_id) do update set can_archive_services = excluded.can_archive_services,
    can_create_services = excluded.can_create_services, can_delete_services = excluded.can_delete_services,
    can_force_analyses = excluded.can_force_analyses, can_modify_group = excluded.can_modify_group,
    can_modify_services = excluded.can_modify_services
  returning *
)
select w.group_id, w.account_id, w.owner_id, to_jsonb(f) as before, to_jsonb(w) as after
from written w left join former f on f.group_id = w.group_id and f.account_id = w.account_id
where f is distinct from w order by 1, 2`)
    await call.record(
      ...shares.map(({ group_id, account_id, owner_id, before, after }) => ({
        resource: 'group_share',
        id: `${group_id}/${account_id}`,
        accountId: owner_id,
        before,
        after,
      })),
    )
    return undefined
  },
}

/** The condition that the caller may share the group. */
const mayShare = ({ caller }: Call) =>
  caller.scope === 'administrator' ? sql`true` : sql`s.owner_id = ${caller.actsFor}`

/** Returns the target accounts: the given ones and, with `all`, all accounts with the same reseller as the source. */
async function loadTargets(source: number, call: Call): Promise<number[]> {
  const { all = false, by_id = [] } = call.body as { all?: boolean; by_id?: readonly number[] }
  const allowed = await findPermitted({ resource: account, ids: by_id }, 'copy_group_shares', call)
  rejectAny(
    by_id.flatMap((id, index) =>
      allowed.has(id) ? [] : [{ symbol: 'unknown_reference', field: `data.by_id.${index}` }],
    ),
  )
  const siblings = all
    ? await call.db.query(sql<{
        id: number
      }>`select o.id from account o join account s on s.reseller_account_id = o.reseller_account_id
where s.id = ${source} and o.id <> s.id`)
    : []
  return [...new Set([...by_id, ...siblings.map(({ id }) => id)])].filter((id) => id !== source)
}
