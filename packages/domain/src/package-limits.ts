/** The limits of a package that one can compare with another's. */
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

const ceilings = [
  'maximum_sensors',
  'maximum_services',
  'maximum_sms_numbers',
  'monthly_reports_limit',
  'maximum_requests_per_minute',
] as const
const offers = ['available_notification_channel_ids', 'service_type_ids'] as const

/** The names of the limits in which a package gives more than another; empty where it lies within it. */
export function exceededLimits(given: PackageLimits, within: PackageLimits): string[] {
  const exceeds: readonly (readonly [name: keyof PackageLimits, more: boolean])[] = [
    ...ceilings.map((name) => [name, given[name] > within[name]] as const),
    ['minimum_interval', given.minimum_interval < within.minimum_interval],
    ['can_force_custom_analyses', given.can_force_custom_analyses && !within.can_force_custom_analyses],
    ...offers.map((name) => [name, given[name].some((id) => !within[name].includes(id))] as const),
  ]
  return exceeds.filter(([, more]) => more).map(([name]) => name)
}
