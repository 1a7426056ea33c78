import { channels } from '@wachta/channels'
import { findLimitViolations, type LimitViolation, type ServiceLimits, type ServiceUsage } from '@wachta/domain'
import { type Call, reject, rejectAny } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'

/** The field of the request that each exceeded limit is reported for. */
export type LimitFields = { readonly [L in LimitViolation['limit']]?: string }

/** The planned usage of an account, and the fields of the request that it comes from. */
interface PlannedUse {
  readonly usage: Partial<ServiceUsage>
  readonly fields: LimitFields
}

/** Services that were just written, and the fields of the request that limits are reported for. */
interface TouchedServices {
  readonly ids: readonly number[]
  readonly fields: LimitFields
}

const phoneChannels = channels.filter(({ isPhoneNumber }) => isPhoneNumber).map(({ id }) => id)

const noUsage: ServiceUsage = {
  services: 0,
  services_by_type: {},
  minimum_interval: null,
  minimum_interval_by_type: {},
  maximum_sensors: 0,
  sms_numbers: 0,
  channel_ids: [],
}

/** Rejects usage beyond the package of the account. Writers of one account must run one after another. */
export async function rejectBeyondPackage(
  ownerId: number,
  { usage, fields }: PlannedUse,
  { db }: Pick<Call, 'db'>,
): Promise<void> {
  const limits = await loadAccountLimits(ownerId, { db })
  rejectAny(
    findLimitViolations({ ...noUsage, ...usage }, limits).map(({ limit, used, allowed, what = '' }) => ({
      symbol: symbols[limit],
      ...(fields[limit] !== undefined && { field: fields[limit] }),
      params: { used, limit: allowed, what },
    })),
  )
}

/**
 * Rejects services that were just written, if the account now has more services than its package allows, or if one of
 * them is not allowed by the package.
 */
export async function rejectServicesBeyondPackage(
  ownerId: number,
  { ids: serviceIds, fields }: TouchedServices,
  { db }: Pick<Call, 'db'>,
): Promise<void> {
  const countedServices = sql`v.owner_id = ${ownerId} and not v.is_archived`
  const types = await db.query(sql<{
    type_id: string
    services: number
    minimum_interval: number | null
    maximum_sensors: number
  }>`select v.type_id, count(*)::int as services,
  min(v.interval) filter (where v.id = any(${serviceIds})) as minimum_interval,
  coalesce(max(cardinality(v.sensor_ids)) filter (where v.id = any(${serviceIds})), 0) as maximum_sensors
from service v where ${countedServices} group by 1`)
  // Only types of written services are checked, so that older services beyond the limits do not block other changes.
  const changedTypes = types.filter(({ minimum_interval }) => minimum_interval !== null)
  const usage = {
    services: types.reduce((sum, { services }) => sum + services, 0),
    services_by_type: Object.fromEntries(changedTypes.map(({ type_id, services }) => [type_id, services])),
    minimum_interval: findMinimum(changedTypes.map((type) => type.minimum_interval)),
    minimum_interval_by_type: Object.fromEntries(
      changedTypes.map((type) => [type.type_id, type.minimum_interval ?? 0]),
    ),
    maximum_sensors: Math.max(0, ...changedTypes.map((type) => type.maximum_sensors)),
  }
  await rejectBeyondPackage(ownerId, { usage, fields }, { db })
}

/** Returns the limits that at least one of the accounts exceeds. */
export async function findExceededServiceLimits(
  accounts: RawBuilder<unknown>,
  limits: ServiceLimits,
  { db }: Pick<Call, 'db'>,
): Promise<LimitViolation[]> {
  const [found] = await db.query(sql<{ usage: ServiceUsage }>`with held as (${accounts}),
services as (select v.owner_id, v.type_id, count(*)::int as services, min(v.interval) as minimum_interval, max(cardinality(v.sensor_ids)) as sensors
  from service v where v.owner_id in (select id from held) and not v.is_archived group by 1, 2),
types as (select type_id, max(services) as services, min(minimum_interval) as minimum_interval, max(sensors) as sensors from services group by 1),
addresses as (select owner_id, notification_channel_id as channel_id, address from notification_address where owner_id in (select id from held)
  union select owner_id, channel_id, address from contact_address where owner_id in (select id from held))
select jsonb_build_object(
  'services', coalesce((select max(sum) from (select sum(services) from services group by owner_id) s), 0),
  'services_by_type', coalesce((select jsonb_object_agg(type_id, services) from types), '{}'),
  'minimum_interval', (select min(minimum_interval) from types),
  'minimum_interval_by_type', coalesce((select jsonb_object_agg(type_id, minimum_interval) from types), '{}'),
  'maximum_sensors', greatest(coalesce((select max(sensors) from types), 0), coalesce((select max(jsonb_array_length(c.value))
    from service_group g, jsonb_each(g.assigned_sensor_ids) c where g.owner_id in (select id from held)), 0)),
  'sms_numbers', coalesce((select max(count) from (select count(distinct ${removeSpaces(sql`address`)}) from addresses where ${isNumber} group by owner_id) n), 0),
  'channel_ids', coalesce((select jsonb_agg(distinct channel_id) from addresses), '[]')) as usage`)
  return findLimitViolations(found?.usage ?? noUsage, limits)
}

/** Counts the different phone numbers of an account. */
export async function countSmsNumbers(ownerId: number, { db }: Pick<Call, 'db'>): Promise<number> {
  const [found] = await db.query(sql<{ count: number }>`select count(distinct n)::int as count from (
  select ${removeSpaces(sql`address`)} as n from notification_address where owner_id = ${ownerId} and notification_channel_id = any(${phoneChannels})
  union all select ${removeSpaces(sql`address`)} from contact_address where owner_id = ${ownerId} and channel_id = any(${phoneChannels})) numbers`)
  return found?.count ?? 0
}

/** Loads the limits of an account's package. */
export const loadAccountLimits = async (ownerId: number, { db }: Pick<Call, 'db'>): Promise<ServiceLimits> =>
  (await loadLimits(sql`select package_id from account where id = ${ownerId}`, db)) ?? reject('not_found')

/** Loads and locks the limits of a package, so that they do not change until the transaction ends. */
export async function loadLimits(
  packageId: RawBuilder<unknown>,
  db: Pick<Call, 'db'>['db'],
): Promise<ServiceLimits | undefined> {
  const [limits] =
    await db.query(sql<ServiceLimits>`select maximum_services, maximum_sms_numbers, minimum_interval, maximum_sensors,
  available_notification_channel_ids, available_service_types from package where id = (${packageId}) for share`)
  return limits
}

const isNumber = sql`channel_id = any(${phoneChannels})`
/** Removes spaces, so that different spellings of a number count once. */
const removeSpaces = (address: RawBuilder<unknown>): RawBuilder<unknown> => sql`replace(${address}, ' ', '')`

const findMinimum = (values: readonly (number | null)[]): number | null =>
  values.reduce(
    (smallest, value) => (smallest === null || (value !== null && value < smallest) ? value : smallest),
    null,
  )

const symbols: Readonly<Record<LimitViolation['limit'], string>> = {
  maximum_services: 'too_many_services',
  maximum_services_of_type: 'too_many_services_of_type',
  minimum_interval: 'interval_too_short',
  minimum_interval_of_type: 'interval_too_short_for_type',
  maximum_sensors: 'too_many_sensors',
  maximum_sms_numbers: 'too_many_sms_numbers',
  notification_channel: 'channel_not_in_package',
  service_type: 'type_not_in_package',
}
