import { findExceededLimits, type LimitViolation, type PackageLimits, type ServiceLimits } from '@wachta/domain'
import { type Call, type RowChange, reject, rejectAny, type Values } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { findExceededServiceLimits, loadLimits } from './limits.ts'

/**
 * Validates a change of an account's package. Administrators can choose any package for a main account, and resellers
 * one that does not exceed their own; accounts cannot change their own package. The new package must cover the usage.
 */
export async function validatePackageChange(changes: Values, before: Values, call: Call): Promise<Values> {
  const { caller } = call
  const packageId = Number(changes['package_id'])
  if (caller.scope === 'administrator') {
    if (before['parent_account_id'] !== null) reject('package_not_offered', 'data.package_id')
  } else {
    if (before['reseller_account_id'] !== caller.actsFor) reject('forbidden_field', 'data.package_id')
    await rejectPackageBeyondReseller(packageId, Number(caller.actsFor), call)
  }
  await rejectTooSmallPackage(packageId, before, call)
  return changes
}

/** Rejects a package that does not cover the usage of the account, or the packages of accounts that depend on it. */
async function rejectTooSmallPackage(packageId: number, { id, package_id }: Values, { db }: Call): Promise<void> {
  const limits =
    (await loadLimits(sql`select ${packageId}::bigint`, db)) ?? reject('unknown_reference', 'data.package_id')
  const used = await findExceededServiceLimits(sql`select ${id}::bigint as id`, limits, { db })
  const [before, after] = [await loadPackageLimits(package_id, db), await loadPackageLimits(packageId, db)]
  const dependentLimits =
    before && after
      ? await findNewlyExceeded({ before, after }, sql`d.reseller_account_id = ${id} and k.id <> ${packageId}`, { db })
      : []
  const names = new Set([...used.map(({ limit }) => limitFields[limit]), ...dependentLimits])
  if (names.size > 0) reject('package_too_small', 'data.package_id', { limit: [...names].join(', ') })
}

/** Rejects limits below the usage of an account with the package, or below packages of accounts that depend on it. */
export async function prepareLimits(changes: Values, before: Values, { db }: Call): Promise<Values> {
  const after = { ...before, ...changes } as Values & ServiceLimits
  const id = before['id']
  const used = await findExceededServiceLimits(sql`select id from account where package_id = ${id}`, after, { db })
  const dependentLimits = await findNewlyExceeded(
    { before: toComparable(before), after: toComparable(after) },
    sql`exists (select from account r where r.id = d.reseller_account_id and r.package_id = ${id}) and k.id <> ${id}`,
    { db },
  )
  const names = new Set([...used.map(({ limit }) => limitFields[limit]), ...dependentLimits])
  rejectAny(
    [...names]
      .filter((name) => name in changes)
      .map((limit) => ({ symbol: 'package_too_small', field: `data.${limit}`, params: { limit } })),
  )
  return changes
}

/**
 * Returns the limits in which packages of dependent accounts would newly exceed the package of their reseller. Limits
 * that were already exceeded, because an administrator allowed it, are ignored. `dependents` is a condition on the
 * dependent accounts `d` and their packages `k`.
 */
async function findNewlyExceeded(
  { before, after }: { before: PackageLimits; after: PackageLimits },
  dependents: RawBuilder<unknown>,
  { db }: Pick<Call, 'db'>,
): Promise<string[]> {
  const packages = await db.query(
    sql<PackageLimits>`select ${columns} from package k where exists (select from account d where d.package_id = k.id and ${dependents})`,
  )
  return packages.flatMap((dependentPackage) => {
    const alreadyExceeded = new Set(findExceededLimits(dependentPackage, before))
    return findExceededLimits(dependentPackage, after)
      .filter((name) => !alreadyExceeded.has(name))
      .map((name) => (name === 'service_type_ids' ? 'available_service_types' : name))
  })
}

/** The field of a package that contains each limit. */
const limitFields: Readonly<Record<LimitViolation['limit'], keyof ServiceLimits>> = {
  maximum_services: 'maximum_services',
  maximum_services_of_type: 'available_service_types',
  minimum_interval: 'minimum_interval',
  minimum_interval_of_type: 'available_service_types',
  maximum_sensors: 'maximum_sensors',
  maximum_sms_numbers: 'maximum_sms_numbers',
  notification_channel: 'available_notification_channel_ids',
  service_type: 'available_service_types',
}

const columns = sql`k.maximum_sensors, k.maximum_services, k.maximum_sms_numbers, k.minimum_interval,
  k.monthly_reports_limit, k.maximum_requests_per_minute, k.can_force_custom_analyses, k.available_notification_channel_ids,
  array(select t ->> 'service_type_id' from jsonb_array_elements(k.available_service_types) t) as service_type_ids`

/** Converts the record of a package for the comparison with another. */
function toComparable(record: Values): PackageLimits {
  const types = (record as unknown as ServiceLimits).available_service_types
  return { ...(record as unknown as PackageLimits), service_type_ids: types.map((type) => type.service_type_id) }
}

async function loadPackageLimits(id: unknown, db: Call['db']): Promise<PackageLimits | undefined> {
  const [found] = await db.query(sql<PackageLimits>`select ${columns} from package k where k.id = ${id} for share`)
  return found
}

/** Rejects a package that exceeds the package of the reseller. */
export async function rejectPackageBeyondReseller(
  packageId: number,
  resellerId: number,
  { db }: Pick<Call, 'db'>,
): Promise<void> {
  const packageLimits = await loadPackageLimits(packageId, db)
  // Locked, so that the reseller's package cannot be reduced at the same time.
  const [resellerLimits] = await db.query(
    sql<PackageLimits>`select ${columns} from package k join account a on a.package_id = k.id where a.id = ${resellerId} for share`,
  )
  if (!packageLimits || !resellerLimits) return reject('unknown_reference', 'data.package_id')
  const exceeded = findExceededLimits(packageLimits, resellerLimits)
  if (exceeded.length > 0) reject('package_exceeds_reseller', 'data.package_id', { limit: exceeded.join(', ') })
}

/** Copies a change of the package to the additional users of the account. */
export async function copyPackageToUsers({ id, changes }: RowChange, { db }: Call): Promise<void> {
  if ('package_id' in changes)
    await db.query(sql`update account set package_id = ${changes['package_id']} where parent_account_id = ${id}`)
}

/** Returns the package for an additional user of the account; rejects if the account is itself an additional user. */
export async function loadParentPackage(parentId: unknown, { db }: Call): Promise<number> {
  const [parent] = await db.query(
    sql<{ id: number }>`select package_id as id from account where id = ${parentId} and parent_account_id is null`,
  )
  return parent ? parent.id : reject('unknown_reference', 'data.parent_account_id')
}
