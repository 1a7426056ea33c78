/** The limits of a package that can be compared with those of another package. */
export interface PackageLimits {
  readonly maximum_sensors: number
  readonly maximum_services: number
  readonly maximum_sms_numbers: number
  readonly minimum_interval: number
  readonly monthly_reports_limit: number
  readonly maximum_requests_per_minute: number
  readonly can_force_custom_analyses: boolean
  readonly available_notification_channel_ids: readonly string[]
  readonly service_type_ids: readonly string[]
}

const maximums = [
  'maximum_sensors',
  'maximum_services',
  'maximum_sms_numbers',
  'monthly_reports_limit',
  'maximum_requests_per_minute',
] as const
const idLists = ['available_notification_channel_ids', 'service_type_ids'] as const

/** Returns the names of the limits in which one package allows more than another; empty if there are none. */
export function findExceededLimits(limits: PackageLimits, allowed: PackageLimits): string[] {
  const comparisons: readonly (readonly [name: keyof PackageLimits, more: boolean])[] = [
    ...maximums.map((name) => [name, limits[name] > allowed[name]] as const),
    ['minimum_interval', limits.minimum_interval < allowed.minimum_interval],
    ['can_force_custom_analyses', limits.can_force_custom_analyses && !allowed.can_force_custom_analyses],
    ...idLists.map((name) => [name, limits[name].some((id) => !allowed[name].includes(id))] as const),
  ]
  return comparisons.filter(([, more]) => more).map(([name]) => name)
}
