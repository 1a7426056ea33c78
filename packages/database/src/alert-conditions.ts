import { vendorReportedErrorIds, vendorStatusTypeId } from '@wachta/domain'
import { type RawBuilder, sql } from 'kysely'

/** Whether an alert rule covers a service; both are aliases in the statement. */
export const isInRuleScope = (event: string, service: string): RawBuilder<boolean> =>
  sql.raw(`(${event}.scope @> '{"all_services": true}' or ${event}.scope -> 'group_ids' @> to_jsonb(${service}.group_id)
    or ${event}.scope -> 'service_ids' @> to_jsonb(${service}.id))`)

/**
 * Whether an alert on a service can explain other alerts; both are aliases in the statement. A status page that cannot
 * be read explains nothing: other alerts would be suppressed although the vendor may be well.
 */
export const buildExplainsCondition = (alert: string, service: string): RawBuilder<boolean> =>
  sql.raw(
    `(${service}.type_id <> '${vendorStatusTypeId}' or ${alert}.error_type_id in (${vendorReportedErrorIds.join(', ')}))`,
  )
