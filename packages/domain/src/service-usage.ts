/** The usage of an account, to compare with its package; archived services do not count. */
export interface ServiceUsage {
  readonly services: number
  readonly services_by_type: Readonly<Record<string, number>>
  /** The smallest interval in use, in seconds; null if there are no services. */
  readonly minimum_interval: number | null
  readonly minimum_interval_by_type: Readonly<Record<string, number>>
  /** The largest number of sensors that a service, or a group for one category, has. */
  readonly maximum_sensors: number
  readonly sms_numbers: number
  readonly channel_ids: readonly string[]
}

/** The limits of a package for services; null if a check type has no separate limit. */
export interface ServiceLimits {
  readonly maximum_services: number
  readonly maximum_sms_numbers: number
  readonly minimum_interval: number
  readonly maximum_sensors: number
  readonly available_notification_channel_ids: readonly string[]
  readonly available_service_types: readonly {
    readonly service_type_id: string
    readonly maximum_services: number | null
    readonly minimum_interval: number | null
  }[]
}

export interface LimitViolation {
  readonly limit:
    | 'maximum_services'
    | 'maximum_services_of_type'
    | 'minimum_interval'
    | 'minimum_interval_of_type'
    | 'maximum_sensors'
    | 'maximum_sms_numbers'
    | 'notification_channel'
    | 'service_type'
  readonly used: number
  readonly allowed: number
  /** The service type or the channel at fault. */
  readonly what?: string
}

/** Returns every limit that the usage exceeds. The limits of a check type apply in addition to the common ones. */
export function findLimitViolations(usage: ServiceUsage, limits: ServiceLimits): LimitViolation[] {
  return [
    ...findExceeded({ limit: 'maximum_services', used: usage.services, allowed: limits.maximum_services }),
    ...findTooSmall({ limit: 'minimum_interval', used: usage.minimum_interval, allowed: limits.minimum_interval }),
    ...findExceeded({ limit: 'maximum_sensors', used: usage.maximum_sensors, allowed: limits.maximum_sensors }),
    ...findExceeded({ limit: 'maximum_sms_numbers', used: usage.sms_numbers, allowed: limits.maximum_sms_numbers }),
    ...findTypeViolations(usage, limits),
    ...findChannelViolations(usage, limits),
  ]
}

function findTypeViolations(usage: ServiceUsage, limits: ServiceLimits): LimitViolation[] {
  const intervals = new Map(Object.entries(usage.minimum_interval_by_type))
  return Object.entries(usage.services_by_type).flatMap(([what, used]) => {
    const typeLimits = limits.available_service_types.filter(({ service_type_id }) => service_type_id === what)
    if (typeLimits.length === 0) return findExceeded({ limit: 'service_type', used, allowed: 0, what })
    return typeLimits.flatMap((typeLimit) => [
      ...findExceeded({ limit: 'maximum_services_of_type', used, allowed: typeLimit.maximum_services, what }),
      ...findTooSmall({
        limit: 'minimum_interval_of_type',
        used: intervals.get(what) ?? null,
        allowed: typeLimit.minimum_interval,
        what,
      }),
    ])
  })
}

function findChannelViolations({ channel_ids }: ServiceUsage, limits: ServiceLimits): LimitViolation[] {
  const missing = new Set(channel_ids).difference(new Set(limits.available_notification_channel_ids))
  return [...missing].map((what) => ({ limit: 'notification_channel', used: 1, allowed: 0, what }))
}

/** The used and the allowed value of one limit; null if there is nothing to compare. */
interface LimitComparison extends Omit<LimitViolation, 'used' | 'allowed'> {
  readonly used: number | null
  readonly allowed: number | null
}

function findExceeded(comparison: LimitComparison): LimitViolation[] {
  const { used, allowed } = comparison
  return used !== null && allowed !== null && used > allowed ? [{ ...comparison, used, allowed }] : []
}

function findTooSmall(comparison: LimitComparison): LimitViolation[] {
  const { used, allowed } = comparison
  return used !== null && allowed !== null && used < allowed ? [{ ...comparison, used, allowed }] : []
}
