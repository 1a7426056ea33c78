/** The limits of a package that one can compare with another's. */
export interface PackageLimits {
  readonly maximum_sensors: number
  readonly maximum_services: number
  readonly maximum_sms_numbers: number
  readonly minimum_interval: number
  readonly monthly_reports_limit: number
  readonly can_force_custom_analyses: boolean
  readonly available_notification_channel_ids: readonly string[]
}

const ceilings = ['maximum_sensors', 'maximum_services', 'maximum_sms_numbers', 'monthly_reports_limit'] as const

/** The names of the limits in which a package gives more than another; empty where it lies within it. */
export function exceededLimits(given: PackageLimits, within: PackageLimits): string[] {
  const channels = new Set(within.available_notification_channel_ids)
  const exceeds: readonly (readonly [name: keyof PackageLimits, more: boolean])[] = [
    ...ceilings.map((name) => [name, given[name] > within[name]] as const),
    ['minimum_interval', given.minimum_interval < within.minimum_interval],
    ['can_force_custom_analyses', given.can_force_custom_analyses && !within.can_force_custom_analyses],
    ['available_notification_channel_ids', given.available_notification_channel_ids.some((id) => !channels.has(id))],
  ]
  return exceeds.filter(([, more]) => more).map(([name]) => name)
}
