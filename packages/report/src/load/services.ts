import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import type { ReportOrder } from '../order.ts'

/** A service in the scope of a report; times in epoch milliseconds. */
export interface ScopedService {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly type_id: string
  readonly group_id: number
  readonly group_name: string | null
  readonly tags: readonly string[]
  readonly target: number | null
  readonly created_at: number
  readonly deleted_at: number | null
}

/**
 * Returns the services in the scope of a report that existed in its period, sorted by name. Services that were deleted
 * after the period began are included, so that deleting a service does not hide its failures. Archived services are
 * left out unless the template names or includes them.
 */
export async function loadScopedServices(db: Queryable, order: Omit<ReportOrder, 'id'>): Promise<ScopedService[]> {
  const { owner_id, template_id, template } = order
  const { scope, tags } = template
  const [from, to] = [new Date(order.from), new Date(order.to)]
  const columns = sql`v.name, v.address, v.type_id, v.group_id, g.name as group_name, v.tags,
  coalesce(${template.service_level_target}::numeric, v.service_level_target, g.service_level_target)::float8 as target,
  (extract(epoch from v.created_at) * 1000)::float8 as created_at`
  const isInScope = sql`(${scope.all_services} or v.group_id = any(${scope.group_ids}::bigint[]) or v.tags && ${tags}::text[])`
  return db.query(sql<ScopedService>`select v.id, ${columns}, null::float8 as deleted_at
from service v left join service_group g on g.id = v.group_id
where v.owner_id = ${owner_id} and v.created_at < ${to}
  and (v.id = any(${scope.service_ids}::bigint[]) or (${isInScope} and (${template.archived_services === true} or not v.is_archived)))
union all select v.service_id, ${columns}, (extract(epoch from v.deleted_at) * 1000)::float8
from deleted_service v left join service_group g on g.id = v.group_id
where v.owner_id = ${owner_id} and v.created_at < ${to} and v.deleted_at > ${from}
  and (v.report_template_ids @> array[${template_id}::bigint] or ${isInScope})
order by name, id`)
}
