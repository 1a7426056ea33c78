/** What an account uses of its package; archived services do not count. */
export interface ServiceUsage {
  readonly services: number
  readonly services_by_type: Readonly<Record<string, number>>
  /** The smallest in use, in seconds; null where there are no services. */
  readonly minimum_interval: number | null
  readonly minimum_interval_by_type: Readonly<Record<string, number>>
  /** The largest number of sensors that a service, or a group for one category, has. */
  readonly maximum_sensors: number
  readonly sms_numbers: number
  readonly channel_ids: readonly string[]
}

/** The limits of a package that bound its services; null where a type has no limit of its own. */
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

/** Every limit that the usage goes beyond; empty where everything fits. A type's own limits come on top of the common ones. */
export function limitViolations(usage: ServiceUsage, limits: ServiceLimits): LimitViolation[] {
  return [
    ...above('maximum_services', usage.services, limits.maximum_services),
    ...below('minimum_interval', usage.minimum_interval, limits.minimum_interval),
    ...above('maximum_sensors', usage.maximum_sensors, limits.maximum_sensors),
    ...above('maximum_sms_numbers', usage.sms_numbers, limits.maximum_sms_numbers),
    ...typeViolations(usage, limits),
    ...channelViolations(usage, limits),
  ]
}

function typeViolations(usage: ServiceUsage, limits: ServiceLimits): LimitViolation[] {
  const intervals = new Map(Object.entries(usage.minimum_interval_by_type))
  return Object.entries(usage.services_by_type).flatMap(([type, used]) => {
    const offers = limits.available_service_types.filter(({ service_type_id }) => service_type_id === type)
    if (offers.length === 0) return above('service_type', used, 0, type)
    return offers.flatMap((offer) => [
      ...above('maximum_services_of_type', used, offer.maximum_services, type),
      ...below('minimum_interval_of_type', intervals.get(type) ?? null, offer.minimum_interval, type),
    ])
  })
}

function channelViolations({ channel_ids }: ServiceUsage, limits: ServiceLimits): LimitViolation[] {
  const missing = new Set(channel_ids).difference(new Set(limits.available_notification_channel_ids))
  return [...missing].map((what) => ({ limit: 'notification_channel', used: 1, allowed: 0, what }))
}

function above(limit: LimitViolation['limit'], used: number, allowed: number | null, what?: string): LimitViolation[] {
  return allowed !== null && used > allowed ? [violation(limit, used, allowed, what)] : []
}

function below(
  limit: LimitViolation['limit'],
  used: number | null,
  allowed: number | null,
  what?: string,
): LimitViolation[] {
  return used !== null && allowed !== null && used < allowed ? [violation(limit, used, allowed, what)] : []
}

function violation(limit: LimitViolation['limit'], used: number, allowed: number, what?: string): LimitViolation {
  return { limit, used, allowed, ...(what === undefined ? {} : { what }) }
}
