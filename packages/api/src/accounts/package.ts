import { exceededLimits, type PackageLimits } from '@wachta/domain'
import { type Call, refuse, type Values } from '@wachta/resource'
import { sql } from 'kysely'

/** Lets administrators choose any package, and a reseller one that lies within its own; nobody chooses their own limits. */
export async function changePackage(changes: Values, before: Values, call: Call): Promise<Values> {
  const { caller } = call
  const isAdministrator = caller.scope === 'administrator'
  if (isAdministrator && before['parent_account_id'] !== null) refuse('package_not_offered', 'data.package_id')
  if (isAdministrator) return changes
  if (before['reseller_account_id'] !== caller.actsFor) refuse('forbidden_field', 'data.package_id')
  await refuseBeyondReseller(Number(changes['package_id']), Number(caller.actsFor), call)
  return changes
}

/** A reseller never gives more than it has; an administrator may. */
export async function refuseBeyondReseller(
  packageId: number,
  resellerId: number,
  { db }: Pick<Call, 'db'>,
): Promise<void> {
  const columns = sql`k.maximum_sensors, k.maximum_services, k.maximum_sms_numbers, k.minimum_interval,
  k.monthly_reports_limit, k.maximum_requests_per_minute, k.can_force_custom_analyses, k.available_notification_channel_ids,
  array(select t ->> 'service_type_id' from jsonb_array_elements(k.available_service_types) t) as service_type_ids`
  const [given] = await db.query(sql<PackageLimits>`select ${columns} from package k where k.id = ${packageId}`)
  const [within] = await db.query(
    sql<PackageLimits>`select ${columns} from package k join account a on a.package_id = k.id where a.id = ${resellerId}`,
  )
  if (!given || !within) return refuse('unknown_reference', 'data.package_id')
  const exceeded = exceededLimits(given, within)
  if (exceeded.length > 0) refuse('package_exceeds_reseller', 'data.package_id', { limit: exceeded.join(', ') })
}

/** Additional users have the package of the account they act for. */
export async function followParent(id: number, changes: Values, _before: Values, { db }: Call): Promise<void> {
  if ('package_id' in changes)
    await db.query(sql`update account set package_id = ${changes['package_id']} where parent_account_id = ${id}`)
}

/** The package that an additional user of the account has; refuses what is no account of its own. */
export async function packageOfParent(parentId: unknown, { db }: Call): Promise<number> {
  const [parent] = await db.query(
    sql<{ id: number }>`select package_id as id from account where id = ${parentId} and parent_account_id is null`,
  )
  return parent ? parent.id : refuse('unknown_reference', 'data.parent_account_id')
}
