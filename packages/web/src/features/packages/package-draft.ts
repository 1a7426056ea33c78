import type { AdminPackage } from '@wachta/client'

export const numberFields = [
  'maximum_services',
  'minimum_interval',
  'maximum_sensors',
  'maximum_sms_numbers',
  'monthly_reports_limit',
  'maximum_requests_per_minute',
] as const
export const flagFields = ['is_available_for_new_accounts', 'can_force_custom_analyses'] as const

/** The limits of one check type, as they were entered; an empty field means no separate limit. */
export interface TypeDraft {
  readonly services: string
  readonly interval: string
}

/** The fields of the package form; numbers are text until they are sent. */
export type PackageDraft = { readonly [F in (typeof numberFields)[number]]: string } & {
  readonly [F in (typeof flagFields)[number]]: boolean
} & {
  readonly name: string
  readonly channels: ReadonlySet<string>
  readonly types: ReadonlyMap<string, TypeDraft>
}

/** The initial values of a new package: small limits, and not offered to anyone. */
const newPackage = {
  name: '',
  maximum_services: 10,
  minimum_interval: 60,
  maximum_sensors: 3,
  maximum_sms_numbers: 1,
  monthly_reports_limit: 10,
  maximum_requests_per_minute: 300,
  is_available_for_new_accounts: false,
  can_force_custom_analyses: false,
  available_notification_channel_ids: ['email'],
  available_service_types: [
    { service_type_id: 'http', maximum_services: null, minimum_interval: null },
    { service_type_id: 'https', maximum_services: null, minimum_interval: null },
    { service_type_id: 'ping', maximum_services: null, minimum_interval: null },
  ],
} satisfies Omit<AdminPackage, 'id'>

export function toPackageDraft(given: Omit<AdminPackage, 'id'> = newPackage): PackageDraft {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    name: given.name,
    maximum_services: text(given.maximum_services),
    minimum_interval: text(given.minimum_interval),
    maximum_sensors: text(given.maximum_sensors),
    maximum_sms_numbers: text(given.maximum_sms_numbers),
    monthly_reports_limit: text(given.monthly_reports_limit),
    maximum_requests_per_minute: text(given.maximum_requests_per_minute),
    is_available_for_new_accounts: given.is_available_for_new_accounts,
    can_force_custom_analyses: given.can_force_custom_analyses,
    channels: new Set(given.available_notification_channel_ids),
    types: new Map(
      given.available_service_types.map(({ service_type_id, maximum_services, minimum_interval }) => [
        service_type_id,
        { services: text(maximum_services), interval: text(minimum_interval) },
      ]),
    ),
  }
}

/**
 * Returns the body of the request. Invalid numbers are sent as text, so that the API reports them at their fields in
 * the user's language.
 */
export function toPackage(draft: PackageDraft): Omit<AdminPackage, 'id'> {
  return {
    name: draft.name.trim(),
    maximum_services: toNumber(draft.maximum_services),
    minimum_interval: toNumber(draft.minimum_interval),
    maximum_sensors: toNumber(draft.maximum_sensors),
    maximum_sms_numbers: toNumber(draft.maximum_sms_numbers),
    monthly_reports_limit: toNumber(draft.monthly_reports_limit),
    maximum_requests_per_minute: toNumber(draft.maximum_requests_per_minute),
    is_available_for_new_accounts: draft.is_available_for_new_accounts,
    can_force_custom_analyses: draft.can_force_custom_analyses,
    available_notification_channel_ids: [...draft.channels],
    available_service_types: [...draft.types].map(([service_type_id, { services, interval }]) => ({
      service_type_id,
      maximum_services: services.trim() === '' ? null : toNumber(services),
      minimum_interval: interval.trim() === '' ? null : toNumber(interval),
    })),
  }
}

function toNumber(text: string): number {
  const trimmed = text.trim()
  return /^\d+$/.test(trimmed) ? Number(trimmed) : (trimmed as unknown as number)
}
